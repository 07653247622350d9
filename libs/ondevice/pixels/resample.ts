import { kernels, planeAt, reserve } from '../kernels/kernels.ts';
import type { Plane, Size } from './plane.ts';
import type { Window } from './window.ts';

/** A smaller copy of a plane. */
export type Shrunk = { plane: Plane; size: Size };

/** Means of `factor` x `factor` blocks; those cut at the right and bottom border count as far as they go. */
export const shrink = (plane: Plane, size: Size, factor: number): Shrunk =>
  meansOfBlocks(plane, undefined, size, factor);

/** {@link shrink} of the product of two planes, which is not kept: a whole plane would be written and read once. */
export const shrinkProduct = (a: Plane, b: Plane, size: Size, factor: number): Shrunk =>
  meansOfBlocks(a, b, size, factor);

function meansOfBlocks(plane: Plane, by: Plane | undefined, { width, height }: Size, factor: number): Shrunk {
  const size = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
  const count = size.width * size.height;
  const [source, out, sums, other] = reserve(plane.length * 4, count * 4, width * 4, by ? by.length * 4 : 0);
  planeAt(source, plane.length).set(plane);
  if (by) planeAt(other, by.length).set(by);
  kernels.shrink(source, by ? other : 0, out, sums, width, height, factor);
  return { plane: planeAt(out, count).slice(), size };
}

/** The inverse of {@link shrink} by bilinear interpolation between block centres, clamped at the border. */
export function grow(
  small: Shrunk,
  { width, height }: Size,
  factor: number,
  out: Plane = new Float32Array(width * height),
): Plane {
  const { width: columns, height: rows } = small.size;
  const [from, to, work] = reserve(columns * rows * 4, width * height * 4, kernels.growWork(columns, factor));
  planeAt(from, columns * rows).set(small.plane);
  kernels.grow(from, columns, rows, to, width, height, factor, work);
  out.set(planeAt(to, width * height));
  return out;
}

/** One row of {@link grow}, to the bit, to `out` from `start` on; `between` is memory for a row of `small`. */
export function growRow(
  small: Shrunk,
  factor: number,
  y: number,
  between: Float32Array,
  out: Plane,
  start: number,
  width: number,
): void {
  const count = small.size.width;
  rowBetween(small, (y + 0.5) / factor - 0.5, 0, count, between);
  // Pixels before the first block's centre, and how far beyond it the first pixel after it lies.
  const lead = factor >> 1;
  const offset = (lead + 0.5) / factor - 0.5;
  const step = 1 / factor;
  out.fill(between[0]!, start, start + Math.min(lead, width));
  let x = lead;
  for (let bx = 0; bx + 1 < count; bx++) {
    const from = between[bx]!;
    const slope = between[bx + 1]! - from;
    const end = Math.min(width, x + factor);
    for (let t = offset; x < end; x++, t += step) out[start + x] = from + slope * t;
  }
  if (x < width) out.fill(between[count - 1]!, start + x, start + width);
}

/** Writes the columns `first` to `end` of the row at the height `y`, which lies between two rows. */
function rowBetween(
  { plane, size }: Shrunk,
  y: number,
  first: number,
  end: number,
  row: Float32Array | Float64Array,
): void {
  const at = Math.min(Math.max(y, 0), size.height - 1);
  const low = Math.floor(at);
  const share = at - low;
  const upper = low * size.width;
  const lower = Math.min(low + 1, size.height - 1) * size.width;
  for (let x = first; x < end; x++) {
    const from = plane[upper + x]!;
    row[x] = from + (plane[lower + x]! - from) * share;
  }
}

/** The part of what {@link grow} gives that lies in a window. */
export function growPart(small: Shrunk, factor: number, { left, top, size: part }: Window): Plane {
  const { size } = small;
  const out = new Float32Array(part.width * part.height);
  const columns = new Int32Array(part.width);
  const shares = new Float64Array(part.width);
  for (let x = 0; x < part.width; x++) {
    const at = Math.min(Math.max((left + x + 0.5) / factor - 0.5, 0), size.width - 1);
    columns[x] = Math.floor(at);
    shares[x] = at - columns[x]!;
  }
  const [first, last] = [columns[0]!, Math.min(size.width - 1, columns[part.width - 1]! + 1)];
  const row = new Float64Array(last + 1);
  const slopes = new Float64Array(last + 1);
  for (let y = 0, i = 0; y < part.height; y++) {
    rowBetween(small, (top + y + 0.5) / factor - 0.5, first, last + 1, row);
    for (let x = first; x < last; x++) slopes[x] = row[x + 1]! - row[x]!;
    for (let x = 0; x < part.width; x++, i++) {
      const column = columns[x]!;
      out[i] = row[column]! + slopes[column]! * shares[x]!;
    }
  }
  return out;
}
