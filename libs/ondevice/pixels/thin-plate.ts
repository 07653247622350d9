import type { Size } from './plane.ts';
import type { Point } from './points.ts';

/** Where a warp takes a point. */
export type Warp = (x: number, y: number) => Point;

/** A length that keeps the kernel's numbers near 1. */
const unit = 200;

/**
 * The smoothest warp that takes each `from` close to its `to`: a thin-plate spline (Bookstein, "Principal Warps", PAMI
 * 1989).
 *
 * @param stiffness 0 takes every point exactly; more bends less
 */
export function thinPlateSpline(pairs: readonly { from: Point; to: Point }[], stiffness = 0): Warp {
  const n = pairs.length;
  const kernel = (a: Point, x: number, y: number) => {
    const squared = ((a[0] - x) ** 2 + (a[1] - y) ** 2) / unit ** 2;
    return squared < 1e-9 ? 0 : 0.5 * squared * Math.log(squared);
  };
  const rows = Array.from({ length: n + 3 }, () => new Float64Array(n + 5));
  pairs.forEach(({ from, to }, i) => {
    const row = rows[i]!;
    pairs.forEach(({ from: other }, j) => {
      row[j] = kernel(other, from[0], from[1]);
    });
    row[i]! += stiffness;
    [1, from[0] / unit, from[1] / unit].forEach((value, k) => {
      row[n + k] = value;
      rows[n + k]![i] = value;
    });
    row[n + 3] = to[0];
    row[n + 4] = to[1];
  });
  eliminate(rows);
  const weight = (i: number, axis: 0 | 1) => rows[i]![n + 3 + axis]!;
  const along = (axis: 0 | 1, x: number, y: number) => {
    let value = weight(n, axis) + (weight(n + 1, axis) * x + weight(n + 2, axis) * y) / unit;
    for (let i = 0; i < n; i++) value += weight(i, axis) * kernel(pairs[i]!.from, x, y);
    return value;
  };
  return (x, y) => [along(0, x, y), along(1, x, y)];
}

/** Gauss-Jordan elimination with row pivoting, in place: solves for all columns right of the square part. */
function eliminate(rows: Float64Array[]): void {
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++)
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    const lead = rows[column]!;
    const divisor = lead[column]! || 1e-12;
    for (let k = column; k < lead.length; k++) lead[k]! /= divisor;
    rows.forEach((row, i) => {
      const factor = row[column]!;
      if (i === column || factor === 0) return;
      for (let k = column; k < row.length; k++) row[k]! -= factor * lead[k]!;
    });
  }
}

/** A warp computed on a grid of every `step` pixels of an image and interpolated between: splines are slow. */
export function onGrid(warp: Warp, { width, height }: Size, step = 8): Warp {
  const columns = Math.ceil(width / step) + 2;
  const nodes = Array.from({ length: columns * (Math.ceil(height / step) + 2) }, (_, i) =>
    warp((i % columns) * step, Math.floor(i / columns) * step),
  );
  return (x, y) => {
    const [column, row] = [Math.floor(x / step), Math.floor(y / step)];
    const [fx, fy] = [x / step - column, y / step - row];
    const at = row * columns + column;
    const mixed = (axis: 0 | 1) =>
      (nodes[at]![axis] * (1 - fx) + nodes[at + 1]![axis] * fx) * (1 - fy) +
      (nodes[at + columns]![axis] * (1 - fx) + nodes[at + columns + 1]![axis] * fx) * fy;
    return [mixed(0), mixed(1)];
  };
}
