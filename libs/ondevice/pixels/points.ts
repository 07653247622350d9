import { clamp, norm } from './scalar.ts';

/** A place in the image in pixels, x to the right, y down. */
export type Point = readonly [x: number, y: number];

/** Half-way between two points. */
export const midpoint = (a: Point, b: Point): Point => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];

/** Euclidean distance in pixels. */
export const distanceBetween = (a: Point, b: Point): number => norm(a[0] - b[0], a[1] - b[1]);

/** An upright rectangle in pixels. */
export type Box = { left: number; right: number; top: number; bottom: number };

/** The box round some points. */
export function boundsOf(points: readonly Point[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Distance of (x, y) from the segment a–b. */
export function distanceToSegment(x: number, y: number, a: Point, b: Point): number {
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const t = clamp(((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1), 0, 1);
  const besideX = x - a[0] - t * dx;
  const besideY = y - a[1] - t * dy;
  return norm(besideX, besideY);
}
