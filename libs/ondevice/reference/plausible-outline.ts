import { insideDistance, outsideDistance } from '../pixels/inside-distance.ts';
import { maskWhere, type Plane, type Size } from '../pixels/plane.ts';
import { samplePlane } from '../pixels/resample.ts';
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
  const small = { width: Math.ceil(size.width / factor), height: Math.ceil(size.height / factor) };
  const plane = samplePlane(mask, size, factor, small);
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
