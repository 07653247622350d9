import type { IdentifiedItem } from '@styling/contracts';
import type { ColourName } from '../garment/colour-names.ts';
import { oklab } from '../pixels/colour.ts';
import type { SeenGarment } from './seen-garment.ts';

const greys: readonly ColourName[] = ['black', 'charcoal', 'dark grey', 'grey', 'white', 'ivory'];
const timeless: readonly ColourName[] = [...greys, 'navy', 'camel', 'beige'];

/** Style tags by rule, from kind, colour and pattern; at least one, the most significant first. */
export function styleTags({ kind, category, colours, sleeve, length, atNeck }: SeenGarment): string[] {
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
export function priceRange({ kind, category, sleeve, length }: SeenGarment): IdentifiedItem['price_range'] {
  if (category === 'outerwear') return 'premium';
  if (kind === 'dress') return length === 'full-length' ? 'premium' : 'mid-range';
  if (kind === 't-shirt' || kind === 'shorts') return 'budget';
  return kind === 'top' && sleeve === 'sleeveless' ? 'budget' : 'mid-range';
}
