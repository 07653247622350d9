import { type ColourName, clothColours } from './colour-names.ts';
import { colourAliases } from './words/en.ts';

const colourOf = new Map<string, ColourName>([
  ...(Object.keys(clothColours) as ColourName[]).map((name) => [name, name] as const),
  ...Object.entries(colourAliases),
]);

/** Every word for a colour as alternatives of a regular expression, longer ones first. */
export const colourWords = [...colourOf.keys()].sort((a, b) => b.length - a.length).join('|');
const colourPattern = new RegExp(`\\b(${colourWords})\\b`, 'g');

/** The colours named in a text; "denim" only counts where no other colour says which denim. */
export function coloursIn(text: string): ColourName[] {
  const named = [...text.matchAll(colourPattern)].map(([word]) => colourOf.get(word)!);
  return named.some((name) => name !== 'denim') ? named.filter((name) => name !== 'denim') : named;
}
