import type { IdentifiedItem } from '@styling/contracts';
import type { SeenGarment } from './seen-garment.ts';

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
