import { type ColourName, clothColours } from './colour-names.ts';
import { colourAliases } from './words/en.ts';

const colourOf = new Map<string, ColourName>([
  ...(Object.keys(clothColours) as ColourName[]).map((name) => [name, name] as const),
  ...Object.entries(colourAliases),
]);

/** Every word for a colour as alternatives of a regular expression, longer ones first. */
export const colourWords = [...colourOf.keys()].sort((a, b) => b.length - a.length).join('|');
const spaced = new Map([...colourOf].map(([word, name]) => [word.replaceAll('-', ' '), name]));
const colourPattern = new RegExp(`\\b(${colourWords.replaceAll('-', ' ')})\\b`, 'g');

/** The colours named in a text, "sky blue" as well as "sky-blue"; "denim" only counts where no other colour says which denim. */
export function coloursIn(text: string): ColourName[] {
  const named = [...text.replaceAll('-', ' ').matchAll(colourPattern)].map(([word]) => spaced.get(word)!);
  return named.some((name) => name !== 'denim') ? named.filter((name) => name !== 'denim') : named;
}
