import { clothColours } from './colour-names.ts';
import { garments } from './garments.ts';
import { colourAliases, garmentAliases, materialWords, patternWords } from './words/en.ts';
import { notDressed } from './words/not-dressed.ts';

/** Words that say nothing about garments, or that the parser reads by itself. */
const others = `a an the my his her their some any this that these those one two pair of in on at to for from by and or with
without no not but over under beneath above plus made is are wear wears wearing wore worn dress dressed me him them person
someone something coloured colored colour color colours colors tone tones toned shade shades light dark pale bright deep soft
vivid pastel neon long short mini midi maxi knee length sleeve sleeves sleeved sleeveless strapless neck necked neckline collar
collared v turtle roll crew round wide slim skinny straight loose tight fitted oversized baggy pleated flared cropped high low
waist waisted print printed pattern patterned plain solid smart casual formal elegant classic modern vintage nice simple
matching look style outfit clothes clothing suit tie bow large big small thin thick fine`;

const ofGarments = [
  ...[...Object.keys(garments), ...Object.keys(garmentAliases), ...Object.keys(clothColours)],
  ...[...Object.keys(colourAliases), ...Object.keys(materialWords)],
].flatMap((words) => words.split(/[ -]/));

const known = new Set([...others.split(/\s+/), ...ofGarments]);
const content = new Set(ofGarments);

const isPattern = (word: string): boolean =>
  patternWords.some(([words]) => words.test(word)) || notDressed.some(([words]) => words.test(word));
const singular = (word: string): string => word.replace(/(?:ses|s)$/, (end) => (end === 'ses' ? 's' : ''));
const isIn = (words: ReadonlySet<string>, word: string): boolean => words.has(word) || words.has(singular(word));

/** Whether an English word (lower case) is in the vocabulary. */
export const isKnown = (word: string): boolean => isIn(known, word) || isPattern(word);

/** Whether it also means a garment, a colour, a pattern or a material. */
export const isContent = (word: string): boolean => isIn(content, word) || isPattern(word);
