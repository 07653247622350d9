import { isContent, isKnown } from './english-words.ts';
import { type Language, languages } from './words/all.ts';

/** A description in English, and whether what describes a garment follows it. */
export type English = { text: string; nounFirst: boolean };

const letters = String.raw`\p{L}\p{M}`;
const isChinese = (text: string): boolean => /\p{Script=Han}/u.test(text);
const plain = (text: string): string => text.toLowerCase().normalize('NFC');
const escaped = (word: string): string =>
  word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replace(/ /g, String.raw`\s+`);

/** Longer words first; a word of several is given its endings at each. */
const lexicons = languages.map((language) => {
  const entries = Object.entries(language.words)
    .map(([word, english]) => [plain(word), english] as const)
    .sort(([a], [b]) => b.length - a.length);
  const expressions = entries.map(([word]) => `(${expressionOf(word, language)})`);
  return { language, entries, expression: new RegExp(expressions.join('|'), 'gu') };
});

function expressionOf(word: string, { stem, endings }: Language): string {
  if (isChinese(word) || /[、，。]/.test(word)) return escaped(word);
  // Short words are articles and the like.
  const inflected = (part: string) =>
    endings && part.length > 2 ? `${escaped(stem ? part.replace(stem, '') : part)}${endings}` : escaped(part);
  return `(?<![${letters}])${word.split(' ').map(inflected).join(String.raw`\s+`)}(?![${letters}])`;
}

/** The text with a language's words in English, and how many words it knows; those of English garments count too. */
function read(text: string, { language, entries, expression }: (typeof lexicons)[number]) {
  let found = 0;
  const left = text.replace(expression, () => ' ');
  const english = text.replace(expression, (...groups: unknown[]) => {
    found += String(groups[0]).split(/\s+/).length;
    const which = groups.slice(1, entries.length + 1).findIndex((group) => group !== undefined);
    return ` ${entries[which]?.[1] ?? ''} `;
  });
  const loans = wordsOf(left).filter(isContent).length;
  return { text: english, nounFirst: language.nounFirst, known: found > 0 ? found + loans + ofGarments(english) : 0 };
}

const wordsOf = (text: string): string[] => text.match(/\p{L}+/gu) ?? [];

/** Decides between languages that know as many words: "short" is a garment in French only. */
const ofGarments = (english: string): number => wordsOf(english).filter(isContent).length / 100;

/**
 * Reads a description in the language of which it has most words (English, if none has more) and gives it in English, word by
 * word; unknown words stay as they are. Lower case.
 */
export function toEnglish(description: string): English {
  const text = plain(description);
  const words = wordsOf(text);
  const known = words.filter(isKnown).length;
  if (known === words.length && words.some(isContent)) return { text: text.trim(), nounFirst: false };
  const english = { text, nounFirst: false, known: known + ofGarments(text) };
  const best = lexicons
    .map((lexicon) => read(text, lexicon))
    .reduce((most, one) => (one.known > most.known ? one : most), english);
  return { text: best.text.replace(/\s+/g, ' ').trim(), nounFirst: best.nounFirst };
}
