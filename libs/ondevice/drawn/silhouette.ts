import { gaussianBlur } from '../pixels/box-blur.ts';
import { insideDistance, outsideDistance } from '../pixels/inside-distance.ts';
import { maskWhere, type Plane, type Size, stepPlane } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { clamp } from '../pixels/scalar.ts';
import type { BodyMeasures } from './measures.ts';

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
