import { connectedComponents } from '../pixels/components.ts';
import type { Plane, Size } from '../pixels/plane.ts';

/** Opacity from which areas hang together. */
const connected = 0.05;
/** A scrap is smaller than this share of the person. */
const largest = 0.05;
/** Share of an area that has to be of the `body` for it to stay. */
const leastBody = 0.3;

/**
 * Clears, in place, what lies apart from a dressed person and is none of the body: ground that hung on the worn clothes until they were taken
 * away. Hands, limbs and shoes beside a garment stay.
 *
 * @param matte opacity of the dressed person, 0..1
 * @param body 0..1, what of a person may lie apart
 */
export function dropScraps(matte: Plane, body: Plane, size: Size): void {
  const { labels, sizes } = connectedComponents((i) => matte[i]! >= connected, size);
  const ofBody = new Float64Array(sizes.length);
  for (let i = 0; i < matte.length; i++) ofBody[labels[i]!]! += body[i]!;
  const most = largest * Math.max(...sizes);
  const isScrap = sizes.map((pixels, k) => k > 0 && pixels < most && ofBody[k]! < leastBody * pixels);
  for (let i = 0; i < matte.length; i++) if (isScrap[labels[i]!]) matte[i] = 0;
}
