import { type GarmentKind, garments, type WantedGarment } from '../garment/garments.ts';
import { describeGarment } from './describe-garment.ts';
import type { Token } from './read-words.ts';

/** Whether a top is worn over others. */
const isWarm = ({ name, material }: WantedGarment): boolean =>
  material === 'knit' || garments[name]?.material === 'knit' || /sweatshirt|hoodie/.test(name);

/**
 * Keeps one garment per kind. A second mention ("a sweater, the sweater oversized", "a jumper with a turtleneck") only adds
 * properties; of two tops the one that is worn over the other is kept ("a white shirt under a sweater").
 */
export function oneOfAKind(wanted: readonly WantedGarment[]): WantedGarment[] {
  const kept: WantedGarment[] = [];
  for (const one of wanted) {
    const same = kept.findIndex((other) => other.kind === one.kind);
    const first = kept[same];
    if (!first) kept.push(one);
    else if (one.name === first.name || one.name === 'top')
      kept[same] = { ...first, colour: first.colour ?? one.colour };
    else if ((one.name === 'turtleneck' || first.name === 'turtleneck') && isWarm(one) && isWarm(first))
      kept[same] = { ...first, neck: 'turtle', colour: first.colour ?? one.colour };
    else kept[same] = { ...(isWarm(one) && !isWarm(first) ? one : first), hides: true };
  }
  return kept;
}

/** Takes a tie out of a text, so that its colour does not become that of a garment: "a white shirt with a red tie". */
export function takeTie(said: readonly Token[], nounFirst: boolean): { left: readonly Token[]; tie: boolean } {
  const at = said.findIndex(({ thing }) => thing === 'tie');
  if (at < 0 || said.some(({ thing }) => thing === 'bow tie')) return { left: said, tie: false };
  const describes = (token: Token | undefined): boolean =>
    token !== undefined &&
    // "Knit" is also a garment's name.
    (!token.garment || token.material === 'knit') &&
    Boolean(token.colour ?? token.material ?? token.pattern ?? token.cut ?? (nounFirst && token.join === 'of'));
  let [first, end] = [at, at + 1];
  if (nounFirst) while (describes(said[end]) || (said[end]?.filler && describes(said[end + 1]))) end++;
  else while (describes(said[first - 1]) || (said[first - 1]?.filler && describes(said[first - 2]))) first--;
  if (said[first - 1]?.article) first--;
  if (said[first - 1]?.join === 'and' || said[first - 1]?.join === 'with') first--;
  return { left: said.toSpliced(first, end - first), tie: true };
}

/**
 * Adds what goes without saying: to a suit or a tracksuit trousers of the jacket's cloth, below a suit a white shirt with a tie, and to a tie
 * alone a shirt, unless the description says other garments for these places. Tops without a collar take no tie.
 *
 * @param tie whether the description names a tie, or refuses one
 */
export function completeOutfit(wanted: readonly WantedGarment[], tie: 'said' | 'denied' | undefined): WantedGarment[] {
  const has = (kind: GarmentKind) => wanted.some((one) => one.kind === kind);
  const jacket = wanted.find(({ name }) => garments[name]?.set);
  const set = jacket && garments[jacket.name]?.set;
  const all = [...wanted];
  if (jacket && set) {
    const { colour, usualColour = 'navy', secondColour, pattern, material } = jacket;
    const cloth = { colour, usualColour, secondColour, pattern, material };
    all[all.indexOf(jacket)] = { ...jacket, ...cloth };
    if (set.below && !has('top')) all.push(plainly(set.below, { colour: 'white' }));
    if (!has('bottom')) all.push(plainly(set.legs, cloth));
  }
  if (tie === 'said' && !all.some(({ kind }) => kind === 'top' || kind === 'dress'))
    all.push(plainly('shirt', { colour: 'white' }));
  if (!(tie === 'said' || (set?.below && tie !== 'denied'))) return all;
  return all.map((one) => (one.kind === 'top' && one.neck === 'collar' ? { ...one, tie: true as const } : one));
}

/** A garment that goes with an order without being described. */
const plainly = (name: string, like: Partial<WantedGarment>): WantedGarment => ({
  ...describeGarment(name, garments[name]!, { before: [], after: [], printed: [] }),
  ...like,
});
