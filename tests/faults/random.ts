export type Random = ReturnType<typeof seededRandom>;

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, the same sequence for the same seed anywhere. */
export function seededRandom(seed: number) {
  let state = seed | 0;
  /** In [0, 1). */
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  /** Both included. */
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const choose = <Item>(items: readonly Item[]): Item => items[between(0, items.length - 1)] as Item;
  return { next, between, choose };
}
