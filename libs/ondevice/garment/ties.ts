import type { ColourName } from './colour-names.ts';
import { coloursIn, colourWords } from './colours-in.ts';
import { named } from './named-garment.ts';
import type { WantedGarment } from './wanted-garment.ts';

/** A tie of a description; without a colour the usual one. */
export type Tie = { colour: ColourName | undefined };

const words = `(?:${colourWords}|silk|wool|knit|knitted|plain|slim|striped)`;
const noun = '\\b(?:neck[- ]?)?tie\\b(?![- ]?dye)';
const leading = new RegExp(`(?:\\b(?:and|with|plus)\\s+)?(?:\\b(?:an?|the)\\s+)?(?:\\b${words}\\s+)*${noun}`);
const trailing = new RegExp(`(?:\\b(?:and|with|plus)\\s+)?(?:\\b(?:an?|the)\\s+)?${noun}(?:\\s+${words}\\b)*`);

/** Whether a text names a tie. */
export const saysTie = (text: string): boolean => new RegExp(noun).test(text);

/** Whether a text names a bow tie, which is not drawn. */
export const isBowTie = (text: string): boolean => /\bbow[- ]?ties?\b/.test(text);

/** Takes a tie out of a text, so that its colour does not become that of a garment: "a white shirt with a red tie". */
export function takeTie(text: string, nounFirst: boolean): { text: string; tie: Tie | undefined } {
  const [said] = (nounFirst ? trailing : leading).exec(text) ?? [];
  if (said === undefined || isBowTie(text)) return { text, tie: undefined };
  return { text: text.replace(said, ' '), tie: { colour: coloursIn(said)[0] } };
}

/** Adds a tie to a shirt, which it brings along where nothing is said of what is worn below it; other tops take none. */
export function wearTie(wanted: readonly WantedGarment[], tie: Tie | undefined): WantedGarment[] {
  if (!tie || wanted.some((one) => one.tie)) return [...wanted];
  const dressed = wanted.some(({ kind }) => kind === 'top' || kind === 'dress');
  const all = dressed ? wanted : [...wanted, ...named('shirt', { colour: 'white' })];
  return all.map((one) => (one.kind === 'top' && one.neck === 'collar' ? { ...one, tie: tie.colour ?? 'navy' } : one));
}
