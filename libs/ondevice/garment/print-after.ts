import { colourWords } from './colours-in.ts';
import { patternWords } from './words/en.ts';

/** The words after a garment to the end of its print, "with white polka dots", unless they lead to the `next` garment. */
export function printAfter(text: string, nounFirst: boolean, next: boolean): string {
  const [said = ''] = (nounFirst ? wholeClause : toThePrint).exec(text) ?? [];
  const rest = text.slice(said.length);
  const ends = /^\s*(?:and|with|over|in|[,.;])(?!\p{L})/u.test(rest) || (rest.trim() === '' && !next);
  return ends && patternWords.some(([words]) => words.test(said)) ? said : '';
}

const print = String.raw`(?:${patternWords.map(([words]) => words.source).join('|')})\w*`;
const inColours = ` in (?:${colourWords})(?: (?:and|on) (?:${colourWords}))?\\b`;
const toThePrint = new RegExp(
  String.raw`^(?:(?!\bwith\b)[^,.;])*\bwith\b(?:(?!\bwith\b|\bover\b)[^,.;])*?${print}(?: ${print})*\b(?: (?:print|pattern|spots))?(?:${inColours})?`,
);
const wholeClause = /^(?:(?!\bwith\b)[^,.;])*\bwith\b(?:(?!\b(?:with|over|and)\b)[^,.;])*/;
