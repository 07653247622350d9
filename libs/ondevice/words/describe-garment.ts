import type { SaidColour } from '../garment/colour-names.ts';
import {
  type Garment,
  isSkirt,
  type LegCut,
  type Lower,
  longestShorts,
  type Material,
  type Neck,
  type WantedGarment,
} from '../garment/garments.ts';
import { type Pattern, patternColours } from '../garment/patterns.ts';
import table from './data/cuts.json' with { type: 'json' };
import type { Token } from './read-words.ts';

/** The words of a garment: to its noun, behind it, and those of a print or of sleeves that follow with a "with". */
export type GarmentWords = { before: readonly Token[]; after: readonly Token[]; printed: readonly Token[] };

/** What words of the cut mean, in the units of `Garment`; of skirts' and trousers' cuts those first in order overrule others. */
const { sleeves, cuts, lengths } = table as {
  sleeves: Readonly<Record<string, number>>;
  cuts: Readonly<Record<string, { skirt?: LegCut; trousers?: LegCut }>>;
  lengths: Readonly<Record<'skirt' | 'trousers', Readonly<Record<string, number>>>>;
};
/** Patterns that overrule others which are said with them, such as the stripes of a zebra. */
const patternOrder: readonly Pattern[] = [
  'pinstripes',
  'vertical stripes',
  'stripes',
  'argyle',
  'check',
  'dots',
  'floral',
];

/** The colours that tokens name; "denim" only where no other colour says which denim. */
export function coloursIn(tokens: readonly Token[]): SaidColour[] {
  const said = tokens.flatMap(({ colour }) => (colour ? [colour] : []));
  return said.some((colour) => colour !== 'denim') ? said.filter((colour) => colour !== 'denim') : said;
}

/** The pattern that tokens name; "plain" is none. */
export function patternIn(tokens: readonly Token[]): Pattern | undefined {
  const said = tokens.flatMap(({ pattern }) => (pattern && pattern !== 'plain' ? [pattern] : []));
  return patternOrder.find((pattern) => said.includes(pattern)) ?? said[0];
}

/** A garment of a name as its words describe it. */
export function describeGarment(
  name: string,
  { colour: usual, set: _, ...garment }: Garment,
  { before, after, printed }: GarmentWords,
): WantedGarment {
  const words = [...before, ...after, ...printed];
  // The colour nearest to the noun is its own: "with black buttons, a white shirt".
  const near = before.slice(before.findLastIndex(({ stop, join }) => stop || join === 'with') + 1);
  const both = coloursIn(printed).length > 1 ? printed : [];
  const places = [near, before, after, both];
  // A denim jacket in light blue is light blue.
  const isColour = (colour: SaidColour) => colour !== 'denim';
  const place = places.find((one) => coloursIn(one).some(isColour)) ?? places.find((one) => coloursIn(one)[0]) ?? [];
  const said = coloursIn(place);
  const pattern = patternIn(words);
  const joins = (tokens: readonly Token[], ...ids: string[]) => tokens.some(({ join = '' }) => ids.includes(join));
  const two = joins(before, 'and', 'on') || joins(after, 'and') || both.length > 0;
  const [first, second] = pattern && two ? said : [said.at(place === after ? 0 : -1)];
  const ofPrint = coloursIn(printed).filter((one) => one !== first);
  const [ground, drawn] = (pattern && patternColours[pattern]) ?? [];
  const material: Material = words.find((word) => word.material)?.material ?? garment.material;
  const sleeve = words.findLast((word) => word.sleeve)?.sleeve;
  const neck = words.find((word) => word.neck)?.neck;
  return {
    ...garment,
    name,
    material,
    colour: first ?? ground,
    usualColour: material === 'denim' ? 'denim' : usual,
    secondColour: ofPrint[0] ?? second ?? drawn,
    pattern,
    ...(garment.lower && { lower: cutAsSaid(garment.lower, words) }),
    ...(!pattern && joinsColours(place) && { mixed: true as const }),
    ...(garment.kind === 'outer' && neck === 'none' && { collarless: true as const }),
    ...(sleeve !== undefined && { sleeve: sleeves[sleeve] ?? garment.sleeve }),
    ...(neck !== undefined && { neck: neck === 'none' ? 'crew' : (neck as Neck) }),
  };
}

const joinsColours = (tokens: readonly Token[]): boolean =>
  tokens.some(({ join }, k) => join === 'and' && tokens[k - 1]?.colour && tokens[k + 1]?.colour);

function cutAsSaid({ cut, length }: Lower, words: readonly Token[]): Lower {
  const kind = isSkirt(cut) ? 'skirt' : 'trousers';
  const said = Object.keys(cuts).find((id) => cuts[id]?.[kind] && words.some((word) => word.cut === id));
  const saidLength = words.find(({ length: id = '' }) => lengths[kind][id])?.length;
  const shorts = kind === 'trousers' && length <= longestShorts;
  return {
    cut: (said && cuts[said]?.[kind]) || cut,
    length: shorts || !saidLength ? length : (lengths[kind][saidLength] ?? length),
  };
}
