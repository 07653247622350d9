import { colourOfKeyword, colourOfNotation } from '../garment/colour-names.ts';
import {
  buildLexicon,
  type Kind,
  type Language,
  type Lexicon,
  languages,
  type Match,
  type Meaning,
  raws,
} from './lexicon.ts';

/** A word or several that mean one thing, or punctuation. */
export type Token = Readonly<
  Meaning & {
    text: string;
    /** Punctuation: `.` ends a sentence, `,` a part of it. */
    stop?: ',' | '.' | ':';
    /** A word that is in no table. */
    unknown?: true;
  }
>;

/** A text as its words, and whether what describes a garment follows it. */
export type Words = { tokens: readonly Token[]; nounFirst: boolean };

type Read = { language: Language; lexicon: Lexicon };

const lexicons = languages.map((language) => ({ language, lexicon: buildLexicon(language) }));
const [english, ...others] = lexicons as [Read, ...Read[]];

/** Kinds that tell of what clothes are spoken; the others are words of any text. */
const telling: readonly Kind[] = ['garment', 'colour', 'material', 'pattern', 'thing', 'detail'];
/** Kinds of words that are of their own language alone. */
const grammar: readonly Kind[] = ['join', 'negation', 'order', 'place', 'article', 'filler'];

/** Whether a word says something of an outfit, or might, as it is unknown. */
export const isContent = ({ text: _, stop: __, unknown, ...meaning }: Token): boolean => unknown || isLoan(meaning);

const isTelling = (meaning: Meaning): boolean => telling.some((kind) => kind in meaning);
const isLoan = (meaning: Meaning): boolean => Object.keys(meaning).some((kind) => !grammar.includes(kind as Kind));

/**
 * Reads a text by the language that knows most of its words; English ones count in any. Words that it does not know are marked.
 *
 * @param text free text of any length in one of the languages of `tables.ts`
 */
export function readWords(text: string): Words {
  const first = lex(text, english.language, english.lexicon);
  if (first.tokens.every(({ unknown }) => !unknown) && first.tokens.some(isTelling)) return first;
  return others
    .map(({ language, lexicon }) => lex(text, language, lexicon))
    .reduce((most, one) => (one.known > most.known ? one : most), first);
}

function lex(text: string, language: Language, lexicon: Lexicon) {
  const { letters = {}, nounFirst } = language;
  const words = raws(text).map((word) => (Object.hasOwn(letters, word) ? (letters[word] ?? word) : word));
  const tokens: Token[] = [];
  let known = 0;
  let told = 0;
  let half = false;
  let own = language === english.language;
  for (let at = 0; at < words.length; ) {
    const word = words[at] ?? '';
    const fits = (meaning: Meaning) => fitsAfter(meaning, tokens.at(-1));
    const found = lexicon(words, at, fits);
    const match = longer(found ?? loanAt(words, at, fits), keywordAt(words, at));
    const parts = !match && language.compounds ? compound(word, lexicon) : undefined;
    const { length, meaning } = match ?? { length: 1, meaning: undefined };
    if (meaning) tokens.push({ ...meaning, text: words.slice(at, at + length).join(' ') });
    else if (parts) tokens.push(...parts.map((part) => ({ ...part, text: word })));
    else tokens.push(otherToken(word));
    const isHalf = parts?.some(({ unknown }) => unknown);
    own ||= found !== undefined || (parts !== undefined && !isHalf);
    half ||= isHalf === true;
    if (meaning || (parts && !isHalf)) known += length;
    if (meaning && isTelling(meaning)) told += length;
    at += length;
  }
  // Among languages that know as many words, the one that tells more of clothes ("short" is a garment in French only), in longer words.
  const score = known + told / 100 - tokens.length / 1e5;
  return { tokens, nounFirst, known: own ? score : half ? halfKnown : 0 };
}

/** An order "dress me" stands at the beginning of a clause; a black tie after "a" or "with" is one. */
function fitsAfter({ order, occasion }: Meaning, before: Token | undefined): boolean {
  if (order === 'clause') return !before || Boolean(before.stop ?? before.join ?? before.order);
  if (occasion === 'dress code') return !(before?.stop ?? before?.join ?? before?.article);
  return true;
}

const longer = (one: Match | undefined, other: Match | undefined): Match | undefined =>
  other && other.length > (one?.length ?? 0) ? other : one;

/** An English word in a text of another language; words that are of English alone are none. */
function loanAt(words: readonly string[], at: number, fits: (meaning: Meaning) => boolean): Match | undefined {
  const loan = english.lexicon(words, at, fits);
  return loan && isLoan(loan.meaning) ? loan : undefined;
}

/** A colour keyword of CSS, also in several words: "medium sea green". */
function keywordAt(words: readonly string[], at: number): Match | undefined {
  for (let length = Math.min(longestKeyword, words.length - at); length > 0; length--) {
    const colour = colourOfKeyword(words.slice(at, at + length).join(''));
    if (colour) return { length, meaning: { colour } };
  }
  return undefined;
}

const longestKeyword = 4;

/**
 * The parts of a compound whose last one is a word: "Samtkleid", "Sommerhochzeit". What describes it may be unknown, if the last one
 * says what it is: "Trachtenjacke".
 */
function compound(word: string, lexicon: Lexicon): Partial<Token>[] | undefined {
  const known = (part: string): Meaning | undefined => {
    const found = lexicon([part], 0, () => true)?.meaning;
    return found && (isLoan(found) || 'filler' in found) ? found : undefined;
  };
  let half: Partial<Token>[] | undefined;
  for (let at = leastPart; at <= word.length - leastPart; at++) {
    const head = known(word.slice(at));
    const before = word.slice(0, at);
    const modifier = head && (known(before) ?? known(before.replace(/(?:e[nsr]?|[ns])$/, '')));
    if (head && modifier) return [modifier, head];
    if (at > leastPart && word.length - at > leastPart && (head?.garment ?? head?.thing ?? head?.occasion))
      half ??= [{ unknown: true }, { ...head }];
  }
  return half;
}

const leastPart = 3;
/** The score of a text with a half-known compound and no other word of its language: below that of one known word. */
const halfKnown = 0.5;

function otherToken(word: string): Token {
  if (/^[,、–—-]$/.test(word)) return { text: word, stop: ',' };
  if (/^[.;!?。\n]$/.test(word)) return { text: word, stop: '.' };
  if (word === ':') return { text: word, stop: ':' };
  if (/^[/&+]$/.test(word)) return { text: word, join: 'and' };
  const colour = colourOfNotation(word);
  if (colour) return { text: word, colour };
  return /^\d+$/.test(word) ? { text: word, filler: 'number' } : { text: word, unknown: true };
}
