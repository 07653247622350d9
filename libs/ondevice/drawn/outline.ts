import { gaussianBlur } from '../pixels/box-blur.ts';
import { insideDistance, outsideDistance } from '../pixels/inside-distance.ts';
import { maskWhere, type Plane, type Size, stepPlane } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import type { BodyMeasures } from './measures.ts';

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

/** A shape as the distance of each pixel from its border, in pixels, positive inside: shapes are enlarged, joined and cut by sums, maxima and minima. */
export type Shape = Plane;

/** The shape of a mask (0..1), its border smoothed over `smooth` pixels: labels have ragged ones. */
export function shapeOf(mask: Plane, size: Size, smooth = 1): Shape {
  const [inside, outside] = [insideDistance(mask, size), outsideDistance(mask, size)];
  for (let i = 0; i < inside.length; i++) inside[i] = inside[i]! > 0 ? inside[i]! - 0.5 : 0.5 - outside[i]!;
  return gaussianBlur(inside, size, Math.max(1, smooth), inside);
}

/** A mask without what is narrower than twice `by` pixels: a morphological opening (Serra 1982). */
export function withoutWisps(mask: Plane, size: Size, by: number): Plane {
  const eroded = insideDistance(mask, size);
  const near = outsideDistance(eroded, size, by);
  return maskWhere(mask.length, (i) => near[i]! < by);
}

/** The shape of a polygon in body coordinates. */
export const polygonShape = (points: readonly Point[], { toImage }: Pick<BodyMeasures, 'toImage'>, size: Size): Shape =>
  shapeOf(fillPolygon(points.map(toImage), size), size);

const combined = (a: Shape, combine: (value: number, i: number) => number): Shape => {
  const out = new Float32Array(a.length);
  for (let i = 0; i < out.length; i++) out[i] = combine(a[i]!, i);
  return out;
};

/** What at least one of two shapes covers. */
export const joined = (a: Shape, b: Shape): Shape => combined(a, (value, i) => Math.max(value, b[i]!));

/** A shape `by` pixels larger. */
export const enlarged = (shape: Shape, by: number): Shape => combined(shape, (value) => value + by);

/** How much of each pixel a shape covers, 0..1. */
export const coverOf = (shape: Shape): Plane => combined(shape, (value) => clamp(value + 0.5, 0, 1));

/** A mask with a soft border of about a pixel. */
export const softMask = (mask: Plane, size: Size): Plane => stepPlane(gaussianBlur(mask, size, 1), 0.15, 0.85);
