import type { Garment, Neck } from './garments.ts';

/** Words for sleeves; each that matches overrules those before it. */
const sleeveWords: readonly (readonly [RegExp, number])[] = [
  [/long[- ]sleeve/, 2],
  [/short[- ]sleeve/, 0.55],
  [/(?:three[- ]quarter|3\/4)[- ]sleeve/, 1.5],
  [/rolled(?:[- ]up)? sleeve/, 1.2],
  [/sleeveless|strapless|strappy|spaghetti|\bhalter|\bslip\b/, 0],
];

/** Words for necklines; the first that matches. */
const neckWords: readonly (readonly [RegExp, Neck])[] = [
  [/turtle|roll[- ]?neck|mock[- ]?neck|high[- ]neck/, 'turtle'],
  [/\bv[- ]?neck|\bwrap\b/, 'v'],
  [/\bboat[- ]?neck|\boff[- ]the[- ]shoulder|\bbardot/, 'boat'],
  [/\bscoop/, 'scoop'],
  [/\bcrew|\bround[- ]neck|\bcollarless/, 'crew'],
];

/** Sleeves and neckline as the words round a garment's name have them; nothing that they do not say. */
export function topAsSaid(words: string): Partial<Pick<Garment, 'sleeve' | 'neck'>> {
  const sleeve = sleeveWords.findLast(([expression]) => expression.test(words))?.[1];
  const neck = neckWords.find(([expression]) => expression.test(words))?.[1];
  return { ...(sleeve !== undefined && { sleeve }), ...(neck && { neck }) };
}

const sleeves = String.raw`(?:long|short|three[- ]quarter|3\/4|rolled(?:[- ]up)?)[- ]sleeves?|spaghetti straps`;
const necks = '(?:v|boat|scoop|crew|round|high)[- ]?neck(?:line)?|turtle[- ]neck';
const afterNoun = new RegExp(
  String.raw`\b(?:with|of|(?<=sleeves?\s+|neck(?:line)?\s+)and)\s+(?:an?\s+)?(?=(?:${sleeves}|${necks})\s*(?:$|[,.;]|(?:and|with|over|in)\b))`,
  'g',
);

/** "A dress with long sleeves and a v-neck" as "a dress long sleeves v-neck": these words are the dress's, and name nothing else. */
export const joinCut = (text: string): string => text.replace(afterNoun, '');

const asNoun = new RegExp(String.raw`\b(?:${sleeves})(?<=s)\b`);

/** "Long sleeves" in the words behind a garment, up to the next one: they are its own, whatever is said before them. */
export const sleevesIn = (text: string): string => asNoun.exec(text)?.[0] ?? '';
