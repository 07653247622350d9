import type { IdentifiedItem } from '@styling/contracts';
import { oklab } from '../pixels/colour.ts';
import type { SeenGarment } from './seen-garment.ts';
import { priceRange, styleTags } from './style-tags.ts';

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

function descriptionOf({
  kind,
  colours,
  sleeve,
  neckline,
  atNeck,
  length,
  cutOff,
  open,
  category,
}: SeenGarment): string {
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
    open ? 'worn open over another garment' : '',
    cutOff ? 'seen only in its upper part' : '',
    category === 'top' && !sleeve && !open ? 'the sleeves not fully in view' : '',
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
