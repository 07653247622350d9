import type { Point } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';

/** A smooth curve through all `points`: Catmull-Rom splines (Catmull and Rom 1974) of `per` steps between two of them. */
export function smoothCurve(points: readonly Point[], per = 10): Point[] {
  const last = points.length - 1;
  const out = points.slice(0, -1).flatMap((b, i) => {
    const [a, c, d] = [points[Math.max(0, i - 1)]!, points[i + 1]!, points[Math.min(last, i + 2)]!];
    const along = (axis: 0 | 1, t: number) =>
      b[axis] +
      0.5 * (c[axis] - a[axis]) * t +
      0.5 * (2 * a[axis] - 5 * b[axis] + 4 * c[axis] - d[axis]) * t * t +
      0.5 * (3 * b[axis] - a[axis] - 3 * c[axis] + d[axis]) * t ** 3;
    return Array.from({ length: per }, (_, k): Point => [along(0, k / per), along(1, k / per)]);
  });
  return [...out, points[last]!];
}

/** The x of a smooth curve that goes down through `points`, at any y; beyond its ends that of the end. */
export function xAlong(points: readonly Point[]): (y: number) => number {
  const curve = smoothCurve(points);
  // Places are asked row by row: the next one is near.
  let k = 1;
  return (y) => {
    while (k < curve.length - 1 && curve[k]![1] < y) k++;
    while (k > 1 && curve[k - 1]![1] >= y) k--;
    const [a, b] = [curve[k - 1]!, curve[k]!];
    return mix(a[0], b[0], clamp((y - a[1]) / (b[1] - a[1] || 1), 0, 1));
  };
}

/** Points from `a` to `b`, both included, that `bow` lower in their middle than on the straight line. */
export const bowed = (a: Point, b: Point, bow = 0, steps = 40): Point[] =>
  Array.from({ length: steps + 1 }, (_, k) => {
    const t = k / steps;
    return [mix(a[0], b[0], t), mix(a[1], b[1], t) + 4 * bow * t * (1 - t)];
  });
