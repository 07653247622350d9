import type { Point } from '../pixels/points.ts';
import { mix } from '../pixels/scalar.ts';

/** A smooth curve through all `points`: Catmull-Rom splines (Catmull and Rom 1974) of `per` steps between two of them. */
export function smoothCurve(points: readonly Point[], per = 10): Point[] {
  const out: Point[] = [];
  const last = points.length - 1;
  for (let i = 0; i < last; i++) {
    const [a, b, c, d] = [points[Math.max(0, i - 1)]!, points[i]!, points[i + 1]!, points[Math.min(last, i + 2)]!];
    const along = (axis: 0 | 1, t: number) =>
      0.5 *
      (2 * b[axis] +
        (c[axis] - a[axis]) * t +
        (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t * t +
        (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3);
    for (let step = 0; step < per; step++) out.push([along(0, step / per), along(1, step / per)]);
  }
  out.push(points[last]!);
  return out;
}

/** Rows of the table per shoulder width: finer than any picture. */
const rows = 400;

/** The x of a smooth curve that goes down through `points`, at any y; beyond its ends that of the end. */
export function xAlong(points: readonly Point[]): (y: number) => number {
  const curve = smoothCurve(points, 14);
  const top = curve[0]![1];
  const table = new Float64Array(Math.max(2, Math.ceil((curve.at(-1)![1] - top) * rows) + 1));
  let k = 1;
  for (let row = 0; row < table.length; row++) {
    const y = top + row / rows;
    while (k < curve.length - 1 && curve[k]![1] < y) k++;
    const [a, b] = [curve[k - 1]!, curve[k]!];
    const t = b[1] > a[1] ? (y - a[1]) / (b[1] - a[1]) : 1;
    table[row] = mix(a[0], b[0], Math.min(1, Math.max(0, t)));
  }
  return (y) => {
    const at = (y - top) * rows;
    if (at <= 0) return table[0]!;
    const row = Math.floor(at);
    return row >= table.length - 1 ? table[table.length - 1]! : mix(table[row]!, table[row + 1]!, at - row);
  };
}

/** Points on the straight line from `a` to `b`, both included. */
export const straight = (a: Point, b: Point, steps: number): Point[] =>
  Array.from({ length: steps + 1 }, (_, i) => [mix(a[0], b[0], i / steps), mix(a[1], b[1], i / steps)]);
