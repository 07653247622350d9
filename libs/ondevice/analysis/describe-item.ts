import type { IdentifiedItem } from '@styling/contracts';
import type { ColourName } from '../garment/colour-names.ts';
import { oklab } from '../pixels/colour.ts';
import type { SeenGarment } from './seen-garment.ts';

/** An item as seen in a picture, without products. */
export type AnalysedItem = Omit<IdentifiedItem, 'products'>;

/** Describes a garment, using only what was measured. */
export const describeItem = (garment: SeenGarment): AnalysedItem => ({
  item: itemName(garment),
  description: descriptionOf(garment),
  color: garment.colours.main,
  style_tags: styleTags(garment),
  category: garment.category,
  price_range: priceRange(garment),
});

function itemName({ kind, sleeve, length, colours, category }: SeenGarment): string {
  const pattern = colours.pattern === 'solid' ? '' : colours.pattern;
  // A t-shirt implies short sleeves, and a hem of usual length is not mentioned.
  const cut = kind === 't-shirt' || category === 'outerwear' ? '' : (sleeve ?? '');
  const leg = kind === 'skirt' || kind === 'dress' ? (length ?? '') : '';
  const denim = colours.main === 'denim' && (kind === 'shorts' || kind === 'skirt' || kind === 'jacket') ? 'denim' : '';
  return [pattern, cut, leg === 'full-length' ? 'long' : leg, denim, kind].filter(Boolean).join(' ');
}

const necklines = {
  high: 'a high neckline',
  round: 'a round neckline close to the neck',
  low: 'an open or low neckline',
};
const hems = {
  short: 'ending above the knee',
  'knee-length': 'ending about the knee',
  'mid-calf': 'ending at the calf',
  'full-length': 'reaching the ankles',
};

function descriptionOf({ colours, kind, sleeve, neckline, atNeck, length, ...garment }: SeenGarment): string {
  const { main, second, pattern } = colours;
  const patterned = pattern !== 'solid';
  const subject = [patterned && second ? `${main} and ${second}` : main, patterned ? pattern : '', sleeve ?? '', kind];
  const details = [
    patterned
      ? `with a ${toneOf(colours.rgb)} main colour`
      : `in ${second ? 'mostly one colour' : 'one plain colour'}, ${toneOf(colours.rgb)} in tone`,
    !patterned && second ? `with parts in ${second}` : '',
    neckline ? `with ${necklines[neckline]}` : '',
    atNeck ? `with ${atNeck} showing at the neck` : '',
    length ? hems[length] : '',
    garment.open ? 'worn open over another garment' : '',
    garment.cutOff ? 'seen only in its upper part' : '',
    garment.category === 'top' && !sleeve && !garment.open ? 'the sleeves not fully in view' : '',
  ];
  const text = `${subject.filter(Boolean).join(' ')} ${details.filter(Boolean).join(', ')}.`;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function toneOf(rgb: SeenGarment['colours']['rgb']): string {
  const [lightness, a, b] = oklab(rgb);
  const chroma = Math.hypot(a, b);
  const light = lightness < 0.35 ? 'dark' : lightness < 0.7 ? 'medium' : 'light';
  return `${light} and ${chroma < 0.02 ? 'neutral' : chroma < 0.09 ? 'muted' : 'vivid'}`;
}

const greys: readonly ColourName[] = ['black', 'charcoal', 'dark grey', 'grey', 'white', 'ivory'];
const timeless: readonly ColourName[] = [...greys, 'navy', 'camel', 'beige'];

/** Style tags by rule, from kind, colour and pattern; at least one, the most significant first. */
function styleTags({ kind, category, colours, sleeve, length, atNeck }: SeenGarment): string[] {
  const { main, second, pattern, rgb } = colours;
  const [lightness, a, b] = oklab(rgb);
  const chroma = Math.hypot(a, b);
  const plain = pattern === 'solid' && !second;
  const quiet = timeless.includes(main);
  const relaxed =
    kind === 't-shirt' || kind === 'jeans' || kind === 'shorts' || (kind === 'top' && sleeve === 'sleeveless');
  const overShirt = category === 'top' && (atNeck === 'white' || atNeck === 'ivory' || atNeck === 'light blue');
  const tailored = category === 'outerwear' || kind === 'trousers' || overShirt;
  const rules: readonly (readonly [boolean, string])[] = [
    [relaxed || pattern === 'checked', 'casual'],
    [tailored && plain && quiet && lightness < 0.45, 'formal'],
    [tailored && quiet, 'business'],
    [kind === 'dress' && plain && (length === 'full-length' || length === 'mid-calf'), 'elegant'],
    [(kind === 'shorts' || sleeve === 'sleeveless') && chroma > 0.12 && kind !== 'dress', 'sporty'],
    [plain && quiet, 'minimalist'],
    [quiet && (plain || pattern === 'striped'), 'classic'],
    [pattern === 'patterned', 'statement'],
    [chroma > 0.13, 'bold'],
    [lightness > 0.8 && chroma > 0.02 && chroma <= 0.13, 'soft'],
  ];
  const tags = rules.filter(([holds]) => holds).map(([, tag]) => tag);
  return tags.length > 0 ? tags : ['everyday'];
}

/**
 * The price range by rule, from what such garments commonly cost. A picture shows neither material nor brand, so basics are
 * `budget`, jackets and long dresses `premium`, the rest `mid-range`; `luxury` is never used.
 */
function priceRange({ kind, category, sleeve, length }: SeenGarment): IdentifiedItem['price_range'] {
  if (category === 'outerwear') return 'premium';
  if (kind === 'dress') return length === 'full-length' ? 'premium' : 'mid-range';
  if (kind === 't-shirt' || kind === 'shorts') return 'budget';
  return kind === 'top' && sleeve === 'sleeveless' ? 'budget' : 'mid-range';
}
