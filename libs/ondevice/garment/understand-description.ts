import type { ColourName } from './colour-names.ts';
import { coloursIn, colourWords } from './colours-in.ts';
import { type Garment, garments } from './garments.ts';
import { cutAsSaid } from './leg-cuts.ts';
import type { Material } from './materials.ts';
import { affirmed } from './negations.ts';
import { oneOfAKind } from './one-of-a-kind.ts';
import { patternColours } from './patterns.ts';
import { plainWording } from './plain-wording.ts';
import { printAfter } from './print-after.ts';
import { completeSuits } from './suits.ts';
import { isBowTie, takeTie, wearTie } from './ties.ts';
import { type English, toEnglish } from './to-english.ts';
import { joinCut, sleevesIn, topAsSaid } from './top-as-said.ts';
import type { WantedGarment } from './wanted-garment.ts';
import { garmentAliases, materialWords, patternWords } from './words/en.ts';

const byLength = (words: Iterable<string>) => [...words].sort((a, b) => b.length - a.length);
const escaped = (word: string) => word.replace(/[-]/g, '[- ]?');
const plain = (word: string): string => word.replace(/[- ]/g, '');
const garmentNames = [...Object.keys(garments), ...Object.keys(garmentAliases)];
const garmentPattern = new RegExp(`\\b(${byLength(garmentNames).map(escaped).join('|')})(?:e?s)?\\b`, 'g');
const garmentOf = new Map(garmentNames.map((name) => [plain(name), garmentAliases[name] ?? name]));
const { top: plainTop, sweater } = garments as { top: Garment; sweater: Garment };
/** Materials of which, among tops, only sweaters are made. */
const knits: readonly Material[] = ['knit', 'wool'];
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
  const text = joinCut(plainWording(original));
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
    from = end + (nounFirst ? own.length : Math.max(toPrint.length, ownAfter.exec(rest)?.[0].length ?? 0));
    const name = garmentOf.get(plain(match[1]!))!;
    return describe(name, garments[name]!, before, after, `${printed} ${sleevesIn(text.slice(end, until))}`);
  });
  const [only] = wanted;
  // A single garment gets the colour wherever it is in the text: "a sweater, cream".
  if (only && wanted.length === 1) return [{ ...only, colour: only.colour ?? coloursIn(text)[0] }];
  if (wanted.length > 0) return oneOfAKind(wanted);
  const loose = describe('top', plainTop, text, '', '');
  if (knits.includes(loose.material)) return [describe('sweater', sweater, text, '', '')];
  return loose.colour || loose.pattern ? [loose] : [];
}

const clause = (text: string): string =>
  text
    .slice(0, 60)
    .replace(colourPair, '$1 & $2')
    .split(/\b(?:and|with|over|under|beneath|below)\b|[,.;]/)[0]!;

/** Words behind a garment that are its own, not the next one's: "in green", ": green", "collarless", as "without a collar" is read. */
const ownAfter = new RegExp(`^\\s*(?:(?:in|:)\\s+(?:${colourWords})|collarless|sleeveless)\\b`);

/** Both colours of what ends with them, "in blue and white stripes": the "and" leads to no other garment. */
const colourPair = new RegExp(`\\b(${colourWords}) and (${colourWords})(?= stripes| checks| dots|\\s*(?:$|[,.;]))`);

const twoColours = new RegExp(`\\b(?:${colourWords}) (?:and|&) (?:${colourWords})\\b`);

/** Where what describes a noun follows it: the words that lead to the next one. */
const lastClause = (text: string): string => /(?:\b(?:and|with|over)\b|[,.;])[^,.;]{0,12}$/.exec(text)?.[0] ?? '';

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
  const both = coloursIn(printed).length > 1 ? printed : '';
  const places = [near, before, after, both];
  // A denim jacket in light blue is light blue.
  const coloured = (colour: ColourName) => colour !== 'denim';
  const place = places.find((one) => coloursIn(one).some(coloured)) ?? places.find((one) => coloursIn(one)[0]) ?? '';
  const said = coloursIn(place);
  const words = before + after + printed;
  const pattern = patternWords.find(([expression]) => expression.test(words))?.[1];
  const two = /\band\b|\bon\b/.test(before) || /\band\b|&/.test(after) || both !== '';
  const [first, second] = pattern && two ? said : [said.at(place === after ? 0 : -1)];
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
    ...(!pattern && twoColours.test(place) && { mixed: true as const }),
    ...(garment.kind === 'outer' && /\bcollarless\b/.test(words) && { collarless: true as const }),
    ...topAsSaid(words),
  };
}

/** In "shirt dress" or "sweater vest" the last noun is the garment; the words before it only describe it. */
const headNouns = (found: readonly RegExpExecArray[], text: string): RegExpExecArray[] =>
  found.filter((match, k) => {
    const next = found[k + 1];
    return !next || /[^\s-]/.test(text.slice(match.index + match[0].length, next.index));
  });
