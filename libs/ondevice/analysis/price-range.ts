import type { IdentifiedItem } from '@styling/contracts';
import type { SeenGarment } from './seen-garment.ts';

/**
 * A price band by rule: what such garments commonly cost. A picture shows neither cloth nor maker, so basics are
 * `budget`, the rest `mid-range`, only jackets and long dresses `premium`, and nothing is ever called `luxury`.
 */
export function priceRange({ kind, category, sleeve, length }: SeenGarment): IdentifiedItem['price_range'] {
  if (category === 'outerwear') return 'premium';
  if (kind === 'dress') return length === 'full-length' ? 'premium' : 'mid-range';
  if (kind === 't-shirt' || kind === 'shorts') return 'budget';
  return kind === 'top' && sleeve === 'sleeveless' ? 'budget' : 'mid-range';
}
