import { boxBlur } from '../pixels/box-blur.ts';
import { connectedComponents } from '../pixels/components.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';

/** Belief from which a pixel counts as part of a person. */
const somebody = 0.35;
/** Below this value of the pose network a pixel is not part of its person, though it may be a held object. */
const supported = 0.3;
/** Mean support from which an area is the person's, and its size against the largest one. */
const own = { support: 0.25, share: 0.08 } as const;

/**
 * Removes other people, in place: areas that are small or mostly not part of this person according to the pose network, and areas that touch the left
 * or right border without its support (a neighbour's arm or hair).
 *
 * @param belief "is a person", 0..1 a pixel
 * @param support how far the pose network takes each pixel for the person's, 0..1
 */
export function dropOthers(belief: Plane, size: Size, support: Plane): void {
  const areas = connectedComponents((i) => belief[i]! >= somebody, size);
  const sums = new Float64Array(areas.sizes.length);
  for (let i = 0; i < support.length; i++) sums[areas.labels[i]!]! += support[i]!;
  const largest = Math.max(...areas.sizes);
  const keep = areas.sizes.map(
    (pixels, k) => k > 0 && pixels >= own.share * largest && sums[k]! > own.support * pixels,
  );
  const strangers = connectedComponents((i) => belief[i]! >= somebody && support[i]! < supported, size);
  const reachesIn = strangers.sizes.map(() => false);
  for (let y = 0; y < size.height; y++)
    for (const x of [0, size.width - 1]) reachesIn[strangers.labels[y * size.width + x]!] = true;
  reachesIn[0] = false;
  const all = new Float32Array(belief.length);
  for (let i = 0; i < all.length; i++) if (keep[areas.labels[i]!]! && !reachesIn[strangers.labels[i]!]) all[i] = 1;
  const kept = boxBlur(all, size, 6);
  for (let i = 0; i < belief.length; i++) belief[i]! *= clamp(kept[i]! * 4, 0, 1);
}
