import { colourWords } from './colours-in.ts';

const person = '(?:me|him|her|them|us|someone|(?:this|the) (?:person|man|woman|model))';
const betweenColours = new RegExp(`\\b(${colourWords})\\s*[/&+]\\s*(?=(?:${colourWords})\\b)`, 'g');

/** Other ways to order, each as an order names its garments: lower case, in English. */
const rewritten: readonly (readonly [RegExp, string])[] = [
  [/\bt ?shirt/g, 't-shirt'],
  [new RegExp(`(?<=^\\s*|[,.;:]\\s*|\\b(?:please|to|you|and|then|now|just) )dress (?:up )?${person}\\b`, 'g'), 'wear'],
  [/\b(?:replace|swap|exchange|switch|change)\b[^,.;]*?\b(?:with|for|by|into|to(?= an?\b))/g, 'wear'],
  [/\b(?:top|bottom|upper|lower|outer(?:wear)?)\s*:/g, ','],
  [betweenColours, '$1 and '],
];

/** An order without the words that say what to do with its garments: "dress me in a red jacket", "replace the tee with a blouse". */
export const plainWording = (text: string): string =>
  rewritten.reduce((plain, [words, instead]) => plain.replace(words, instead), text);
