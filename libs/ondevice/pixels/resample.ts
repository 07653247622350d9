import type { Plane, Size } from './plane.ts';
import type { Window } from './window.ts';

/** A smaller copy of a plane. */
export type Shrunk = { plane: Plane; size: Size };

/** Means of `factor` x `factor` blocks; those cut at the right and bottom border count as far as they go. */
export const shrink = (plane: Plane, size: Size, factor: number): Shrunk =>
  shrinkSums(size, factor, (from, rows, sums) => sumRows(plane, from, rows, sums));

/** {@link shrink} of the product of two planes, which is not kept: a whole plane would be written and read once. */
export const shrinkProduct = (a: Plane, b: Plane, size: Size, factor: number): Shrunk =>
  shrinkSums(size, factor, (from, rows, sums) => sumProducts(a, b, from, rows, sums));

/** Means of blocks, from what writes the sums of the columns of some rows, the first of which starts at `from`. */
function shrinkSums(
  { width, height }: Size,
  factor: number,
  sumColumns: (from: number, rows: number, sums: Plane) => void,
): Shrunk {
  const size = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
  const out = new Float32Array(size.width * size.height);
  const sums = new Float32Array(width);
  for (let by = 0; by < size.height; by++) {
    const rows = Math.min(factor, height - by * factor);
    sumColumns(by * factor * width, rows, sums);
    meansOfBlocks(sums, factor, rows, out, by * size.width);
  }
  return { plane: out, size };
}

/** Sums of the columns of some rows, the first of which starts at `from`. Two rows at a time: their sums stay in registers. */
function sumRows(plane: Plane, from: number, rows: number, sums: Plane): void {
  const width = sums.length;
  let row = 1;
  sums.set(plane.subarray(from, from + width));
  for (; row + 1 < rows; row += 2) {
    const first = from + row * width;
    const second = first + width;
    for (let x = 0; x < width; x++)
      sums[x] = Math.fround(Math.fround(sums[x]! + plane[first + x]!) + plane[second + x]!);
  }
  if (row < rows) for (let x = 0, i = from + row * width; x < width; x++, i++) sums[x]! += plane[i]!;
}

/** {@link sumRows} of products, each rounded as it would be in memory. */
function sumProducts(a: Plane, b: Plane, from: number, rows: number, sums: Plane): void {
  const width = sums.length;
  let row = 1;
  for (let x = 0, i = from; x < width; x++, i++) sums[x] = a[i]! * b[i]!;
  for (; row + 1 < rows; row += 2) {
    for (let x = 0, i = from + row * width, k = i + width; x < width; x++, i++, k++)
      sums[x] = Math.fround(Math.fround(sums[x]! + Math.fround(a[i]! * b[i]!)) + Math.fround(a[k]! * b[k]!));
  }
  if (row < rows) for (let x = 0, i = from + row * width; x < width; x++, i++) sums[x]! += Math.fround(a[i]! * b[i]!);
}

/** Means of `factor` columns each, to `out` from `start` on. */
function meansOfBlocks(sums: Plane, factor: number, rows: number, out: Plane, start: number): void {
  const whole = Math.floor(sums.length / factor);
  const count = factor * rows;
  let x = 0;
  for (let at = start; at < start + whole; at++) {
    let sum = 0;
    for (const end = x + factor; x < end; x++) sum += sums[x]!;
    out[at] = sum / count;
  }
  if (x === sums.length) return;
  const left = sums.length - x;
  let sum = 0;
  for (; x < sums.length; x++) sum += sums[x]!;
  out[start + whole] = sum / (left * rows);
}

/** The inverse of {@link shrink} by bilinear interpolation between block centres, clamped at the border. */
export function grow(
  small: Shrunk,
  { width, height }: Size,
  factor: number,
  out: Plane = new Float32Array(width * height),
): Plane {
  const between = new Float32Array(small.size.width);
  for (let y = 0; y < height; y++) growRow(small, factor, y, between, out, y * width, width);
  return out;
}

/** One row of {@link grow}, to `out` from `start` on; `between` is memory for a row of `small`. */
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
