import type { RgbImage } from '@styling/imaging';
import { oklabOf } from '../pixels/colour.ts';
import { connectedComponents, largeAreas } from '../pixels/components.ts';
import { maskWhere, type Plane, type Size } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';
import { mean, median, quantile } from '../pixels/statistics.ts';
import { plausibleOutline } from './plausible-outline.ts';

/** Differences in OKLab (colour axes doubled) up to which a border is one plain ground. */
const plainSpread = 0.09;
/** How far the ground may be from its usual colour, as shares of the usual tolerance: cloth may be nearly as light as it. */
const tolerances = [1, 0.6, 0.35];
/** A smaller share of the picture is no garment. */
const leastShare = 0.03;
/** A cut with less than this share of the largest plausible one has lost the cloth and kept its print. */
const leastKept = 0.75;

/**
 * Cuts a garment off a plain ground: everything that can be reached from the border through ground-coloured pixels is
 * ground. Of several tolerances the widest is used whose outline may be a garment's.
 *
 * @returns 1 on the garment, 0 elsewhere, not plausible if no tolerance gives a {@link plausibleOutline}; undefined when the border is not plain or
 * nothing much lies on it
 */
export function cutFlatGarment(image: RgbImage): Plane | undefined {
  const ground = offGround(image);
  if (!ground) return undefined;
  const usual = Math.max(0.018, ground.spread * 1.3);
  const cuts = tolerances
    .map((share) => largeAreas(beyondGround(ground.off, usual * share, image), image, 0.3))
    .filter((cut) => mean(cut) > leastShare);
  const plausible = cuts.filter((cut) => plausibleOutline(cut, image));
  const largest = Math.max(...plausible.map(mean));
  return plausible.find((cut) => mean(cut) >= leastKept * largest) ?? cuts[0];
}

/** How far each pixel's colour is from the ground's, and how far most of the ground's own are; undefined if it is not plain. */
function offGround(image: RgbImage): { off: Plane; spread: number } | undefined {
  const { lightness, a, b } = oklabOf(image);
  const border = borderPixels(image);
  const middle = [lightness, a, b].map((plane) => median(border.map((i) => plane[i]!)));
  const off = new Float32Array(lightness.length);
  for (let i = 0; i < off.length; i++)
    off[i] = norm(lightness[i]! - middle[0]!, 2 * (a[i]! - middle[1]!), 2 * (b[i]! - middle[2]!));
  const spread = quantile(
    border.map((i) => off[i]!),
    0.9,
  );
  return spread > plainSpread ? undefined : { off, spread };
}

/** 1 on all that cannot be reached from the border over pixels within `limit` of the ground. */
function beyondGround(off: Plane, limit: number, size: Size): Plane {
  const { labels } = connectedComponents((i) => off[i]! < limit, size);
  const ground = new Set(borderPixels(size).map((i) => labels[i]!));
  ground.delete(0);
  return maskWhere(off.length, (i) => !ground.has(labels[i]!));
}

/** The outermost pixels and those two further in, where JPEG borders ring less. */
function borderPixels({ width, height }: Size): number[] {
  const pixels: number[] = [];
  for (let x = 0; x < width; x++) for (const y of [0, 2, height - 3, height - 1]) pixels.push(y * width + x);
  for (let y = 0; y < height; y++) for (const x of [0, 2, width - 3, width - 1]) pixels.push(y * width + x);
  return pixels;
}
