import { measureBody } from '../drawn/measures.ts';
import { seeClothes } from '../garment/see-clothes.ts';
import type { Subject } from '../garment/subject.ts';
import { measureWorn } from '../garment/worn.ts';
import type { WornOnLegs } from './appearance.ts';

/** What a person wears on the legs, as the try-on sees it; `unknown` unless they stand in the picture. */
export function wornOnLegs(subject: Subject): WornOnLegs {
  const { lower, oneDress, drawable } = seeClothes(subject, measureWorn(subject), measureBody(subject));
  if (!lower || !drawable.lower || lower.around === 'neither') return 'unknown';
  if (lower.around === 'each') return 'trousers';
  return oneDress ? 'dress' : 'skirt';
}
