import type { Appearance } from '../analysis/appearance.ts';
import { isMeant } from './garment-groups.ts';
import type { Occasion } from './read-occasion.ts';
import type { Wishes } from './read-wishes.ts';

/** How many of the outfits may have a dress or a skirt: any, every other one, the last of several, or those asked for by name. */
export type DressOffer = 'any' | 'half' | 'last' | 'asked';

/** Occasions for which many people look for a dress. */
const festive: readonly Occasion['kind'][] = ['wedding', 'formal', 'party', 'date'];

/**
 * Decides by wishes, by what the person wears and by the occasion, in this order; nothing is inferred from a face. Who refuses
 * trousers has to wear something else, who wears a skirt may like one, and of whom only head and shoulders are seen nothing is
 * known but the occasion.
 */
export function offerDresses({ wears }: Appearance, { kind }: Occasion, { wanted, refused }: Wishes): DressOffer {
  if (refused.styles.includes('feminine') || isMeant('dress', refused.garments)) return 'asked';
  if (wanted.styles.includes('feminine')) return 'any';
  if (wanted.garments.length > 0) return 'asked';
  if (refused.garments.includes('trousers')) return 'any';
  if (wears === 'dress' || wears === 'skirt') return 'half';
  return wears === 'unknown' && festive.includes(kind) ? 'last' : 'asked';
}
