import type { RgbImage } from '@styling/imaging';
import { oklabOf } from '../pixels/colour.ts';
import { connectedComponents, largeAreas } from '../pixels/components.ts';
import { insideDistance, outsideDistance } from '../pixels/inside-distance.ts';
import { maskWhere, type Plane, type Size } from '../pixels/plane.ts';
import { shrink } from '../pixels/resample.ts';
import { norm } from '../pixels/scalar.ts';
import { mean, median, quantile } from '../pixels/statistics.ts';

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

/** Outlines are judged at about this many pixels a side. */
const judgedAt = 256;
/** Garments are laid out large: their height or width is at least this share of the picture's longer side. */
const leastExtent = 0.35;
/** Gaps narrower than this share of the picture are tears of the cut, and the most of the area that may be torn. */
const tear = 0.07;
const mostTorn = 0.1;
/** The least overlap of an outline with its mirror image. */
const leastSymmetry = 0.75;
/** What lies on more of the picture's border is cut off by it, or is the ground itself. */
const mostOfBorder = 0.15;

/**
 * Whether what was cut off a plain ground may be a whole garment: large, inside the picture, without
 * tears, its left half like its right one. Cloth in the colour of the ground fails, as the ground has eaten into it.
 *
 * @param mask 1 inside, 0 outside
 */
export function plausibleOutline(mask: Plane, size: Size): boolean {
  const factor = Math.ceil(Math.max(size.width, size.height) / judgedAt);
  const { plane, size: small } = shrink(mask, size, factor);
  const { width, height } = small;
  const columns: number[] = [];
  let [left, right, top, bottom, atBorder] = [width, 0, height, 0, 0];
  for (let i = 0; i < plane.length; i++) {
    if (plane[i]! < 0.5) continue;
    const x = i % width;
    const y = (i - x) / width;
    columns.push(x);
    [left, right] = [Math.min(left, x), Math.max(right, x)];
    [top, bottom] = [Math.min(top, y), Math.max(bottom, y)];
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) atBorder++;
  }
  if (columns.length === 0 || atBorder > mostOfBorder * 2 * (width + height)) return false;
  if (Math.max(right - left, bottom - top) < leastExtent * Math.max(width, height)) return false;
  return tornShare(plane, small) < mostTorn && symmetry(plane, small, median(columns)) > leastSymmetry;
}

/** The share of the area that closing gaps narrower than a tear would add. */
function tornShare(mask: Plane, size: Size): number {
  const reach = (tear / 2) * Math.max(size.width, size.height);
  const away = outsideDistance(mask, size);
  const deep = insideDistance(
    maskWhere(mask.length, (i) => away[i]! <= reach),
    size,
  );
  return 1 - mean(mask) / mean(maskWhere(mask.length, (i) => deep[i]! > reach || mask[i]! > 0.5));
}

/** Intersection over union of the mask and its mirror image about a column. */
function symmetry(mask: Plane, { width }: Size, middle: number): number {
  let [both, any] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i]! < 0.5) continue;
    const opposite = Math.round(2 * middle - (i % width));
    const inside = opposite >= 0 && opposite < width && mask[i - (i % width) + opposite]! > 0.5;
    if (inside) both++;
    any += inside ? 1 : 2;
  }
  return both / any;
}
