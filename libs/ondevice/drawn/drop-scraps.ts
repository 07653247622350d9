import { dropApart } from '../pixels/drop-apart.ts';
import type { Plane, Size } from '../pixels/plane.ts';

/** Opacity from which areas hang together. */
const connected = 0.05;
/** A scrap is smaller than this share of the person. */
const largest = 0.05;

/**
 * Clears, in place, what lies apart from a dressed person and is none of the body: ground that hung on the worn clothes until they were taken
 * away. Hands, limbs and shoes beside a garment stay.
 *
 * @param matte opacity of the dressed person, 0..1
 * @param body 0..1, what of a person may lie apart
 */
export function dropScraps(matte: Plane, body: Plane, size: Size): void {
  dropApart(matte, size, connected, largest, body);
}
