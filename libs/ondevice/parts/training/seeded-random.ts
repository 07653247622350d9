/** A pseudo-random number 0..1, 1 excluded; the next one at every call. */
export type Random = () => number;

/** Mulberry32 (Tommy Ettinger, public domain): the same sequence for the same seed on every machine. */
export function seededRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A seed of a name's own (FNV-1a, 32 bits), so that what is drawn for it does not depend on what else there is. */
export function seedOf(name: string): number {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(name)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash;
}

/** One of some things, of which there is at least one. */
export const oneOf = <T>(things: readonly T[], random: Random): T => things[Math.floor(random() * things.length)]!;

/** Brings the numbers of an array into a random order, in place (Fisher and Yates). */
export function shuffle<Numbers extends Uint16Array | Uint32Array>(numbers: Numbers, random: Random): Numbers {
  for (let i = numbers.length - 1; i > 0; i--) {
    const other = Math.floor(random() * (i + 1));
    const kept = numbers[i]!;
    numbers[i] = numbers[other]!;
    numbers[other] = kept;
  }
  return numbers;
}

/** A random number of the normal distribution with mean 0 and standard deviation 1 (Box and Muller 1958). */
export const normal = (random: Random): number =>
  // From 1, as the logarithm of 0 is infinite.
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
