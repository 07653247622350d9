import { colourNotation } from './said-colour.ts';

const single = new RegExp(
  [
    colourNotation.source,
    String.raw`\p{Script=Han}`,
    String.raw`(?:(?!\p{Script=Han})[\p{L}\p{M}])+`,
    String.raw`\d+`,
    String.raw`\s[-–—]\s`,
    String.raw`[,.;:!?、。/&+\n–—]`,
  ].join('|'),
  'gu',
);

/** Splits a text into words, Chinese characters, numbers, colours such as `#ff0000`, and punctuation; in lower case. Apostrophes and hyphens separate words. */
export const raws = (text: string): string[] =>
  [...text.normalize('NFKC').toLowerCase().matchAll(single)].map(([word]) => word.trim() || '\n');
