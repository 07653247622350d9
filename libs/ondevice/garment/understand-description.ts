import type { ColourName } from './colour-names.ts';
import { coloursIn } from './colours-in.ts';
import { type Garment, garments } from './garments.ts';
import { cutAsSaid } from './leg-cuts.ts';
import type { Material } from './materials.ts';
import { affirmed } from './negations.ts';
import { patternColours } from './patterns.ts';
import { completeSuits } from './suits.ts';
import { isBowTie, takeTie, wearTie } from './ties.ts';
import { type English, toEnglish } from './to-english.ts';
import type { WantedGarment } from './wanted-garment.ts';
import { garmentAliases, materialWords, patternWords } from './words/en.ts';

const byLength = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length);
const escaped = (word: string) => word.replace(/[-]/g, '[- ]?');
const plain = (word: string): string => word.replace(/[- ]/g, '');
const garmentNames = [...Object.keys(garments), ...Object.keys(garmentAliases)];
const garmentPattern = new RegExp(`\\b(${byLength(garmentNames).map(escaped).join('|')})(?:e?s)?\\b`, 'g');
const garmentOf = new Map(garmentNames.map((name) => [plain(name), garmentAliases[name] ?? name]));
const { top: plainTop } = garments as { top: Garment };
const materialPattern = new RegExp(`\\b(${Object.keys(materialWords).join('|')})\\b`);

/** For a garment that must not have its usual colour. */
const otherColours: readonly ColourName[] = ['navy', 'white', 'charcoal', 'camel'];

/**
 * Parses garments from a description ("navy blazer with a white t-shirt", "un vestido rojo") by vocabulary: each garment is
 * described by the words after the previous one, and by those that follow it up to the next "and", "with" or comma. What is
 * negated ("no shirt", "not white") is left out. Colours or patterns without a garment imply a top.
 *
 * @returns an empty list if no garment, colour or pattern is recognised
 */
export function understandDescription(description: string): WantedGarment[] {
  const english = toEnglish(description);
  const { said, denied } = affirmed(english.text);
  const { text, tie } = takeTie(said, english.nounFirst);
  const wanted = parse({ ...english, text });
  const unwanted = coloursIn(denied);
  // A long tie is no bow tie.
  const noTie = /\btie\b/.test(denied) || isBowTie(said);
  const suits = wearTie(completeSuits(wanted, tie?.colour, noTie), tie);
  if (unwanted.length === 0) return suits;
  const usualColour = otherColours.find((colour) => !unwanted.includes(colour));
  return suits.map((garment) => (garment.colour ? garment : { ...garment, usualColour }));
}

function parse({ text: original, nounFirst }: English): WantedGarment[] {
  const text = original.replace(/\bt ?shirt/g, 't-shirt');
  const found = headNouns([...text.matchAll(garmentPattern)], text);
  let from = 0;
  const wanted = found.map((match, k): WantedGarment => {
    const end = match.index + match[0].length;
    const until = found[k + 1]?.index ?? text.length;
    const next = k < found.length - 1;
    const toPrint = printAfter(text.slice(end, until), nounFirst, next);
    const printed = toPrint.slice(Math.max(0, toPrint.search(/\bwith\b/)));
    const before = text.slice(from, end);
    const rest = text.slice(end, nounFirst ? until : undefined);
    const leads = nounFirst && next ? lastClause(rest) : '';
    const own = rest.slice(0, rest.length - leads.length);
    const after = nounFirst ? own.replace(printed, ' ') : clause(rest.replace(/^\s+(?:in|of|made)\b/, ''));
    from = end + (nounFirst ? own.length : toPrint.length);
    const name = garmentOf.get(plain(match[1]!))!;
    return describe(name, garments[name]!, before, after, printed);
  });
  const [only] = wanted;
  // A single garment gets the colour wherever it is in the text: "a sweater, cream".
  if (only && wanted.length === 1) return [{ ...only, colour: only.colour ?? coloursIn(text)[0] }];
  if (wanted.length > 0) return withoutRepeats(wanted);
  const loose = describe('top', plainTop, text, '', '');
  return loose.colour || loose.pattern ? [loose] : [];
}

const clause = (text: string): string => text.slice(0, 60).split(/\band\b|\bwith\b|\bover\b|[,.;]/)[0]!;

/** Where what describes a noun follows it: the words that lead to the next one. */
const lastClause = (text: string): string => /(?:\b(?:and|with|over)\b|[,.;])[^,.;]{0,12}$/.exec(text)?.[0] ?? '';

/** The words after a garment to the end of its print, "with white polka dots", unless they lead to the `next` garment. */
function printAfter(text: string, nounFirst: boolean, next: boolean): string {
  const [said = ''] = (nounFirst ? wholeClause : toThePrint).exec(text) ?? [];
  const rest = text.slice(said.length);
  const ends = /^\s*(?:and|with|over|in|[,.;])(?!\p{L})/u.test(rest) || (rest.trim() === '' && !next);
  return ends && patternWords.some(([words]) => words.test(said)) ? said : '';
}

const toThePrint =
  /^(?:(?!\bwith\b)[^,.;])*\bwith\b(?:(?!\bwith\b|\bover\b)[^,.;])*?\b(?:pin)?(?:stripes?|striped|dots?|checks|checked|flowers|floral|plaid|paisley|camouflage|leopard|zebra)\b(?: (?:print|pattern|spots))?/;
const wholeClause = /^(?:(?!\bwith\b)[^,.;])*\bwith\b(?:(?!\b(?:with|over|and)\b)[^,.;])*/;

function describe(
  name: string,
  { colour, ...garment }: Garment,
  before: string,
  after: string,
  printed: string,
): WantedGarment {
  // The colour nearest to the noun is its own: "with black buttons, a white shirt".
  const near = before.slice(
    Math.max(before.lastIndexOf(','), before.lastIndexOf(';'), before.lastIndexOf(' with ')) + 1,
  );
  const said =
    coloursIn(near).length > 0 ? coloursIn(near) : coloursIn(before).length > 0 ? coloursIn(before) : coloursIn(after);
  const words = before + after + printed;
  const pattern = patternWords.find(([expression]) => expression.test(words))?.[1];
  const two = /\band\b|\bon\b/.test(before) || /\band\b/.test(after);
  const [first, second] = pattern && two ? said : said.slice(-1);
  const ofPrint = coloursIn(printed).filter((one) => one !== first);
  const [ground, drawn] = (pattern && patternColours[pattern]) ?? [];
  const material: Material = materialWords[materialPattern.exec(words)?.[0] ?? ''] ?? garment.material;
  return {
    ...garment,
    name,
    material,
    colour: first ?? ground,
    usualColour: material === 'denim' ? 'denim' : colour,
    secondColour: ofPrint[0] ?? second ?? drawn,
    pattern,
    ...(garment.lower && { lower: cutAsSaid(garment.lower, words) }),
    ...(/long[- ]sleeve/.test(words) && { sleeve: 2 }),
    ...(/short[- ]sleeve/.test(words) && { sleeve: 0.55 }),
    ...(/sleeveless|strapless/.test(words) && { sleeve: 0 }),
    ...(/\bv[- ]?neck/.test(words) && { neck: 'v' as const }),
    ...(/turtle|roll[- ]?neck/.test(words) && { neck: 'turtle' as const }),
  };
}

/** In "shirt dress" or "sweater vest" the last noun is the garment; the words before it only describe it. */
const headNouns = (found: readonly RegExpExecArray[], text: string): RegExpExecArray[] =>
  found.filter((match, k) => {
    const next = found[k + 1];
    return !next || /[^\s-]/.test(text.slice(match.index + match[0].length, next.index));
  });

/** One garment per kind: a second mention ("a sweater, the sweater oversized") only adds missing properties. */
function withoutRepeats(wanted: readonly WantedGarment[]): WantedGarment[] {
  const kept: WantedGarment[] = [];
  for (const one of wanted) {
    const same = kept.findIndex((other) => other.kind === one.kind);
    if (same < 0) kept.push(one);
    else if (!kept[same]!.colour && one.colour) kept[same] = { ...kept[same]!, colour: one.colour };
  }
  return kept;
}
