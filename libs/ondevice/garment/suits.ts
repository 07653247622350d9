import type { ColourName } from './colour-names.ts';
import { named } from './named-garment.ts';
import type { WantedGarment } from './wanted-garment.ts';

/** What belongs to garments that are several: the legs, and what is worn below if nothing else is said. */
const sets: Readonly<Record<string, { legs: string; below?: string; tie?: ColourName }>> = {
  suit: { legs: 'trousers', below: 'shirt', tie: 'navy' },
  tuxedo: { legs: 'trousers', below: 'shirt', tie: 'black' },
  tracksuit: { legs: 'joggers' },
  pyjamas: { legs: 'pants' },
  scrubs: { legs: 'pants' },
};

/**
 * Adds what a suit or a tracksuit consists of: trousers of the jacket's cloth, and below a suit a white shirt with a tie, unless
 * the description says other garments for these places.
 *
 * @param saidTie the colour of a tie in the description
 * @param noTie the description refuses one
 */
export function completeSuits(
  wanted: readonly WantedGarment[],
  saidTie: ColourName | undefined,
  noTie: boolean,
): WantedGarment[] {
  const jacket = wanted.find(({ name }) => sets[name]);
  const set = jacket && sets[jacket.name];
  if (!jacket || !set) return [...wanted];
  const { colour, usualColour, secondColour, pattern, material } = jacket;
  const cloth = { colour, usualColour: usualColour ?? 'navy', secondColour, pattern, material };
  const has = (kind: WantedGarment['kind']) => wanted.some((one) => one.kind === kind);
  const below = set.below && !has('top') ? named(set.below, { colour: 'white' }) : [];
  const legs = has('bottom') ? [] : named(set.legs, cloth);
  const darkJacket = ['navy', 'black', 'charcoal', undefined].includes(colour);
  const tie = noTie ? undefined : (saidTie ?? (set.tie === 'navy' && darkJacket ? 'burgundy' : set.tie));
  return [...wanted.map((one) => (one === jacket ? { ...one, ...cloth } : one)), ...below, ...legs].map((one) =>
    tie && one.neck === 'collar' && one.kind === 'top' ? { ...one, tie } : one,
  );
}
