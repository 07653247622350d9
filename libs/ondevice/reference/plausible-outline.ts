import { connectedComponents } from '../pixels/components.ts';
import { insideDistance, outsideDistance } from '../pixels/inside-distance.ts';
import { maskWhere, type Plane, type Size } from '../pixels/plane.ts';
import { shrink } from '../pixels/resample.ts';
import { mean, median } from '../pixels/statistics.ts';

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
  const small = shrink(mask, size, factor);
  return plausible(small.plane, small.size);
}

function plausible(mask: Plane, size: Size): boolean {
  const { width, height } = size;
  const columns: number[] = [];
  const rows: number[] = [];
  let atBorder = 0;
  for (let i = 0; i < mask.length; i++) {
    if (mask[i]! < 0.5) continue;
    const [x, y] = [i % width, Math.floor(i / width)];
    columns.push(x);
    rows.push(y);
    if (x === 0 || y === 0 || x === width - 1 || y === height - 1) atBorder++;
  }
  if (columns.length === 0 || atBorder > mostOfBorder * 2 * (width + height)) return false;
  const extent = (values: readonly number[]) =>
    values.reduce((a, b) => Math.max(a, b)) - values.reduce((a, b) => Math.min(a, b));
  if (Math.max(extent(columns), extent(rows)) < leastExtent * Math.max(width, height)) return false;
  return tornShare(mask, size) < mostTorn && symmetry(mask, size, median(columns)) > leastSymmetry;
}

/**
 * A torn outline made whole: garments are symmetric, so what is seen of one half belongs to the other one too; narrow gaps and
 * holes are closed.
 */
export function mended(mask: Plane, size: Size): Plane {
  const columns: number[] = [];
  for (let i = 0; i < mask.length; i++) if (mask[i]! > 0.5) columns.push(i % size.width);
  const middle = median(columns);
  const both = maskWhere(mask.length, (i) => mask[i]! > 0.5 || mirrored(mask, size, middle, i));
  const whole = closed(both, size);
  const outside = connectedComponents((i) => whole[i]! < 0.5, size);
  const ground = new Set<number>();
  for (let x = 0; x < size.width; x++)
    for (const y of [0, size.height - 1]) ground.add(outside.labels[y * size.width + x]!);
  for (let y = 0; y < size.height; y++)
    for (const x of [0, size.width - 1]) ground.add(outside.labels[y * size.width + x]!);
  return maskWhere(whole.length, (i) => whole[i]! > 0.5 || !ground.has(outside.labels[i]!));
}

/** The mask without gaps narrower than a tear. */
function closed(mask: Plane, size: Size): Plane {
  const reach = (tear / 2) * Math.max(size.width, size.height);
  const away = outsideDistance(mask, size);
  const deep = insideDistance(
    maskWhere(mask.length, (i) => away[i]! <= reach),
    size,
  );
  return maskWhere(mask.length, (i) => deep[i]! > reach || mask[i]! > 0.5);
}

/** The share of the area that closing its gaps would add. */
const tornShare = (mask: Plane, size: Size): number => 1 - mean(mask) / mean(closed(mask, size));

/** Whether the pixel opposite of `i` about a column is inside. */
function mirrored(mask: Plane, { width }: Size, middle: number, i: number): boolean {
  const x = Math.round(2 * middle - (i % width));
  return x >= 0 && x < width && mask[i - (i % width) + x]! > 0.5;
}

/** Intersection over union of the mask and its mirror image about a column. */
function symmetry(mask: Plane, size: Size, middle: number): number {
  let [both, any] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i]! < 0.5) continue;
    const opposite = mirrored(mask, size, middle, i);
    if (opposite) both++;
    any += opposite ? 1 : 2;
  }
  return both / any;
}
