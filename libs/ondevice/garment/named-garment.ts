import { garments } from './garments.ts';
import type { WantedGarment } from './wanted-garment.ts';

/** A garment of the vocabulary that goes with an order without being described; none if the name is unknown. */
export function named(name: string, like: Partial<WantedGarment>): WantedGarment[] {
  const garment = garments[name];
  if (!garment) return [];
  const { colour: usualColour, ...rest } = garment;
  return [{ ...rest, name, colour: undefined, usualColour, secondColour: undefined, pattern: undefined, ...like }];
}
