import type { Point } from '../pixels/points.ts';
import { clamp } from '../pixels/scalar.ts';
import type { Relief } from './folds.ts';
import type { Part } from './part.ts';
import { axisThrough, onTube } from './tube.ts';

/** Half the width of a strip at a share of its length, 0..1. */
export type HalfWidth = (along: number) => number;

/**
 * A strip of cloth along a line: a neckband, a ribbed hem, a cord. It bulges by `bulge` above `ground`, the form that it
 * lies on; its cloth runs along the line, so that ribs lie across it.
 */
export function strip(line: readonly Point[], half: number | HalfWidth, bulge: number, ground: Relief): Part {
  const halfAt: HalfWidth = typeof half === 'number' ? () => half : half;
  const axis = axisThrough(line, 1);
  const { points, normals } = axis;
  const beside = (d: 1 | -1) =>
    points.map(([x, y], i): Point => {
      const out = d * halfAt(i / (points.length - 1));
      return [x + normals[i]![0] * out, y + normals[i]![1] * out];
    });
  const length = points.reduce((sum, [x, y], i) => {
    const [px, py] = points[Math.max(0, i - 1)]!;
    return sum + Math.hypot(x - px, y - py);
  }, 0);
  return {
    outline: [...beside(1), ...beside(-1).toReversed()],
    form: ground,
    folds: (x, y) => {
      const { along, across } = onTube(axis, x, y);
      return bulge * Math.max(0, 1 - (across / halfAt(clamp(along, 0, 1))) ** 4);
    },
    cloth: (x, y) => {
      const { along, across } = onTube(axis, x, y);
      return [along * length, across];
    },
    // On both sides: the skin above a neckband lies in its shade as well.
    shadow: { strength: 0.32, dy: 0.002, blur: 0.013 },
  };
}
