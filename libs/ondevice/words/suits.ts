import type { ColourName } from '../garment/colour-names.ts';
import { garments } from '../garment/garments.ts';
import type { WantedGarment } from '../garment/wanted-garment.ts';
import { coloursIn } from './describe-garment.ts';
import type { Token } from './read-words.ts';
import { nameOf } from './said-colour.ts';

/** A tie of a description; without a colour the usual one. */
export type Tie = { colour: ColourName | undefined };

/** Takes a tie out of a text, so that its colour does not become that of a garment: "a white shirt with a red tie". */
export function takeTie(said: readonly Token[], nounFirst: boolean): { left: Token[]; tie: Tie | undefined } {
  const at = said.findIndex(({ thing }) => thing === 'tie');
  if (at < 0 || said.some(({ thing }) => thing === 'bow tie')) return { left: [...said], tie: undefined };
  const describes = (token: Token | undefined): boolean =>
    token !== undefined &&
    // "Knit" is also a garment's name.
    (!token.garment || token.material === 'knit') &&
    Boolean(token.colour ?? token.material ?? token.pattern ?? token.cut ?? (nounFirst && token.join === 'of'));
  let [first, end] = [at, at + 1];
  if (nounFirst) while (describes(said[end]) || (said[end]?.filler && describes(said[end + 1]))) end++;
  else while (describes(said[first - 1]) || (said[first - 1]?.filler && describes(said[first - 2]))) first--;
  const tie = { colour: nameOfFirst(said.slice(first, end)) };
  if (said[first - 1]?.article) first--;
  if (said[first - 1]?.join === 'and' || said[first - 1]?.join === 'with') first--;
  return { left: said.toSpliced(first, end - first), tie };
}

function nameOfFirst(tokens: readonly Token[]): ColourName | undefined {
  const [colour] = coloursIn(tokens);
  return colour && nameOf(colour);
}

/** Adds a tie to a shirt, which it brings along where nothing is said of what is worn below it; other tops take none. */
export function wearTie(wanted: readonly WantedGarment[], tie: Tie | undefined): WantedGarment[] {
  if (!tie || wanted.some((one) => one.tie)) return [...wanted];
  const dressed = wanted.some(({ kind }) => kind === 'top' || kind === 'dress');
  const all = dressed ? wanted : [...wanted, ...named('shirt', { colour: 'white' })];
  return all.map((one) => (one.kind === 'top' && one.neck === 'collar' ? { ...one, tie: tie.colour ?? 'navy' } : one));
}

/**
 * Adds what a suit or a tracksuit consists of: trousers of the jacket's cloth, and below a suit a white shirt with a tie, unless
 * the description says other garments for these places.
 *
 * @param said a tie of the description
 * @param noTie whether the description refuses one
 */
export function completeSuits(
  wanted: readonly WantedGarment[],
  said: Tie | undefined,
  noTie: boolean,
): WantedGarment[] {
  const jacket = wanted.find(({ name }) => garments[name]?.set);
  const set = jacket && garments[jacket.name]?.set;
  if (!jacket || !set) return [...wanted];
  const { colour, usualColour, secondColour, pattern, material } = jacket;
  const cloth = { colour, usualColour: usualColour ?? 'navy', secondColour, pattern, material };
  const has = (kind: WantedGarment['kind']) => wanted.some((one) => one.kind === kind);
  const below = set.below && !has('top') ? named(set.below, { colour: 'white' }) : [];
  const legs = has('bottom') ? [] : named(set.legs, cloth);
  const isDark = colour === undefined || ['navy', 'black', 'charcoal'].includes(nameOf(colour));
  const tie = noTie ? undefined : (said?.colour ?? (set.tie === 'navy' && isDark ? 'burgundy' : set.tie));
  return [...wanted.map((one) => (one === jacket ? { ...one, ...cloth } : one)), ...below, ...legs].map((one) =>
    tie && one.neck === 'collar' && one.kind === 'top' ? { ...one, tie } : one,
  );
}

/** A garment that goes with an order without being described; none if its name is unknown. */
function named(name: string, like: Partial<WantedGarment>): WantedGarment[] {
  const garment = garments[name];
  if (!garment) return [];
  const { colour: usualColour, set: _, ...rest } = garment;
  return [{ ...rest, name, colour: undefined, usualColour, secondColour: undefined, pattern: undefined, ...like }];
}
