import { colourNotation, type SaidColour } from '../garment/colour-names.ts';
import type { Material } from '../garment/garments.ts';
import type { Pattern } from '../garment/patterns.ts';
import de from './data/de.json' with { type: 'json' };
import en from './data/en.json' with { type: 'json' };
import es from './data/es.json' with { type: 'json' };
import fr from './data/fr.json' with { type: 'json' };
import pt from './data/pt.json' with { type: 'json' };
import zh from './data/zh.json' with { type: 'json' };

/** Kind of a meaning; each is a section of a language's table. */
export type Kind = keyof typeof en.words;

/**
 * The words of a language by kind and canonical id, separated by commas: `{ garment: { dress: 'dress, frock' } }`. A word in two
 * sections means both: "Leinenhemd" is a shirt and of linen. Tables differ in words only, never in ids.
 */
export type Language = {
  name: string;
  /** Whether what describes a garment follows it. */
  nounFirst: boolean;
  /** Last letters that other forms of a word do not have ("rojo", "rojas"), and endings of those forms; each separated by commas. */
  drop: string;
  endings: string;
  /** Whether words may be joined to new ones ("Samtkleid"). */
  compounds?: boolean;
  /** Letters that are read as others, such as traditional characters. */
  letters?: Readonly<Record<string, string>>;
  words: Readonly<Record<Kind, Readonly<Record<string, string>>>>;
};

/** Languages in order of precedence among those that know a text equally well. */
export const languages: readonly Language[] = [en, es, fr, de, pt, zh];

/** All kinds, those that tell of an outfit first. */
export const kinds = Object.keys(en.words) as Kind[];

/** The words of an id in a table. */
export const wordsOf = (words: string | undefined): string[] => (words ? words.split(', ') : []);

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

/** Canonical ids of a word by kind; several for a word with several meanings. */
export type Meaning = Partial<Record<Exclude<Kind, 'colour' | 'material' | 'pattern'>, string>> & {
  colour?: SaidColour;
  material?: Material;
  pattern?: Pattern | 'plain';
};

/** A match from a word on: how many words it has, and what they mean. */
export type Match = { length: number; meaning: Meaning };

/** Finds what the longest sequence of words from `at` on means, of those whose meaning `fits` there. */
export type Lexicon = (words: readonly string[], at: number, fits: (meaning: Meaning) => boolean) => Match | undefined;

type Node = { next: Map<string, Node>; meaning?: Meaning };

/** Shorter words have no other forms: articles and the like. */
const leastInflected = 3;

const folded = (word: string): string =>
  word.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss').replaceAll('œ', 'oe');

/** Builds the lexicon of a language: a tree of words, in which they are found in all their forms, with or without accents. */
export function buildLexicon({ words, drop, endings, compounds }: Language): Lexicon {
  const root: Node = { next: new Map() };
  const entries = kinds.flatMap((kind) =>
    Object.entries(words[kind]).flatMap(([id, all]) =>
      wordsOf(all).map((word) => ({ raw: raws(word), word, kind, id })),
    ),
  );
  for (const { raw, kind, id } of entries) {
    const node = nodeAt(root, raw);
    node.meaning = { ...node.meaning, [kind]: id };
  }
  const bases = (word: string): string[] =>
    word.length < leastInflected ? [word] : [...new Set([word, folded(word)])];
  for (const { raw, word } of entries) {
    const { meaning } = nodeAt(root, raw);
    if (!meaning) continue;
    const joined = word.includes('-') ? [[raw.join('')]] : [];
    for (const variant of [...combinations(raw.map(bases)), ...joined]) nodeAt(root, variant).meaning ??= meaning;
  }
  const suffixes = wordsOf(endings);
  const lastLetters = wordsOf(drop);
  const formsIn = (word: string): string[] => {
    // German plurals have umlauts that their words do not have.
    const plain = compounds ? word.replace(/[äöü]/g, (letter) => folded(letter)) : word;
    const stems = suffixes
      .filter((suffix) => plain.endsWith(suffix) && plain.length - suffix.length >= leastInflected)
      .map((suffix) => plain.slice(0, -suffix.length));
    const forms = [word, plain, ...stems, ...stems.flatMap((stem) => lastLetters.map((letter) => stem + letter))];
    return [...new Set(compounds ? [...forms, ...forms.map((form) => form.replace(/([aou])e/g, '$1'))] : forms)];
  };
  const longest = (node: Node, all: readonly string[], at: number, fits: (meaning: Meaning) => boolean) => {
    let best: Match | undefined;
    for (const form of formsIn(all[at] ?? '')) {
      const next = node.next.get(form);
      if (!next) continue;
      const further: Match | undefined = longest(next, all, at + 1, fits);
      const own = next.meaning && fits(next.meaning) ? { length: 1, meaning: next.meaning } : undefined;
      const found = further ? { ...further, length: further.length + 1 } : own;
      if (found && found.length > (best?.length ?? 0)) best = found;
    }
    return best;
  };
  return (all, at, fits) => longest(root, all, at, fits);
}

function nodeAt(root: Node, path: readonly string[]): Node {
  let node = root;
  for (const word of path) {
    const next: Node = node.next.get(word) ?? { next: new Map() };
    node.next.set(word, next);
    node = next;
  }
  return node;
}

const combinations = (choices: readonly (readonly string[])[]): string[][] =>
  choices.reduce<string[][]>((all, words) => all.flatMap((path) => words.map((word) => [...path, word])), [[]]);
