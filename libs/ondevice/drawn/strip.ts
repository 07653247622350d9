import type { Point } from '../pixels/points.ts';
import type { Relief } from './folds.ts';
import type { Part } from './part.ts';
import { axisThrough, onTube } from './tube.ts';

/**
 * A strip of cloth `2 * half` wide along a line: a neckband, a ribbed hem, a cord. It bulges by `bulge` above `ground`, the form that it
 * lies on; its cloth runs along the line, so that ribs lie across it.
 */
export function strip(line: readonly Point[], half: number, bulge: number, ground: Relief): Part {
  const axis = axisThrough(line, 1);
  const { points, normals } = axis;
  const beside = (d: 1 | -1) =>
    points.map(([x, y], i): Point => [x + normals[i]![0] * d * half, y + normals[i]![1] * d * half]);
  const length = points.reduce((sum, [x, y], i) => {
    const [px, py] = points[Math.max(0, i - 1)]!;
    return sum + Math.hypot(x - px, y - py);
  }, 0);
  return {
    outline: [...beside(1), ...beside(-1).toReversed()],
    form: ground,
    folds: (x, y) => bulge * Math.max(0, 1 - (onTube(axis, x, y).across / half) ** 4),
    cloth: (x, y) => {
      const { along, across } = onTube(axis, x, y);
      return [along * length, across];
    },
    // On both sides: the skin above a neckband lies in its shade as well.
    shadow: { strength: 0.32, dy: 0.002, blur: 0.013 },
  };
}
