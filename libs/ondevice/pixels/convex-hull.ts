import type { Point } from './points.ts';

/** The corners of the convex hull of `points`, in order round it (Andrew's monotone chain, 1979). */
export function convexHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (ordered: readonly Point[]): Point[] => {
    const hull: Point[] = [];
    for (const point of ordered) {
      while (hull.length >= 2 && turn(hull.at(-2) ?? point, hull.at(-1) ?? point, point) <= 0) hull.pop();
      hull.push(point);
    }
    return hull.slice(0, -1);
  };
  return [...chain(sorted), ...chain(sorted.toReversed())];
}

/** Positive when a, b, c turn left (y up). */
const turn = (a: Point, b: Point, c: Point): number => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
