import type { Material } from '../garment/materials.ts';
import type { Pattern } from '../garment/patterns.ts';
import { raws } from './raw-words.ts';
import type { SaidColour } from './said-colour.ts';
import { type Kind, kinds, type Language, wordsOf } from './tables.ts';

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

/** Words whose forms are kept. */
const mostKept = 2000;

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
  const known = new Map<string, readonly string[]>();
  const formsOf = (word: string): readonly string[] => {
    const forms = known.get(word) ?? formsIn(word);
    if (known.size > mostKept) known.clear();
    known.set(word, forms);
    return forms;
  };
  const longest = (node: Node, all: readonly string[], at: number, fits: (meaning: Meaning) => boolean) => {
    let best: Match | undefined;
    for (const form of formsOf(all[at] ?? '')) {
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
