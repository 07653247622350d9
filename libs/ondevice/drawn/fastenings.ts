import type { Point } from '../pixels/points.ts';
import { smoothCurve } from './curve.ts';
import type { Relief } from './folds.ts';
import type { Part, Seam } from './part.ts';
import { type Side, sign } from './side.ts';

/** A round button at `centre`, dished in the middle; `ground` is the form that it is sewn on. */
export function button([x, y]: Point, radius: number, ground: Relief): Part {
  const outline = Array.from({ length: 20 }, (_, i): Point => {
    const angle = (i / 10) * Math.PI;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return {
    outline,
    form: ground,
    folds: (px, py) => -0.5 * radius * Math.exp(-((px - x) ** 2 + (py - y) ** 2) / (0.3 * radius * radius)),
    cloth: () => [0, 0],
    shadow: { strength: 0.45, dy: radius * 0.5, blur: radius * 0.5 },
  };
}

/** Places every `apart` on a line from `from` down to `to`. */
export function rowOf(from: Point, to: Point, apart: number): Point[] {
  const count = Math.max(1, Math.floor((to[1] - from[1]) / apart) + 1);
  return Array.from({ length: count }, (_, i): Point => {
    const t = count === 1 ? 0 : (i * apart) / (to[1] - from[1]);
    return [from[0] + (to[0] - from[0]) * t, from[1] + (to[1] - from[1]) * t];
  });
}

/** A seam with a light edge beside it, as pressed cloth has. */
export const pressedSeam = (points: readonly Point[], strength = 0.3): Seam[] => [
  { points, width: 0.008, strength },
  { points: points.map(([x, y]): Point => [x + 0.006, y + 0.006]), width: 0.006, strength: -0.1 },
];

/** Lines of stitches parallel to an edge, which lie above it by `above`. */
export const stitches = (edge: readonly Point[], above: number): Seam => ({
  points: edge.map(([x, y]): Point => [x, y - above]),
  width: 0.006,
  strength: 0.2,
});

/** A pocket with a flap whose upper edge runs from `a` to `b`. */
export function flap(a: Point, b: Point, deep: number): Seam[] {
  const box = [a, b, [b[0], b[1] + deep] as const, [a[0], a[1] + deep] as const, a];
  return [
    { points: smoothCurve([a, b], 2), width: 0.012, strength: 0.4 },
    { points: box, width: 0.007, strength: 0.3 },
  ];
}

/** A zip along the front edge of a side, from `top` to `bottom`: its teeth, and the stitches that hold its tape. */
export function zip(side: Side, edge: (y: number) => number, top: number, bottom: number): Seam[] {
  const beside = (away: number) =>
    Array.from({ length: 25 }, (_, k): Point => {
      const y = top + ((bottom - top) * k) / 24;
      return [edge(y) + sign(side) * away, y];
    });
  return [
    { points: beside(0.006), width: 0.012, strength: 0.45 },
    { points: beside(0.04), width: 0.006, strength: 0.2 },
  ];
}
