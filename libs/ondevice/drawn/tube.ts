import type { Point } from '../pixels/points.ts';
import { clamp } from '../pixels/scalar.ts';
import { alongLimb, type Limb } from './limb.ts';

/** The middle line of a tube round a limb: `points` in body coordinates, `normals` of unit length, `end` the last t. */
export type TubeAxis = { points: readonly Point[]; normals: readonly Point[]; end: number };

const steps = 36;

/** The axis of a limb from its first joint to `end`, bent softly where the joint is. */
export function tubeAxis(limb: Pick<Limb, 'joints'>, end: number): TubeAxis {
  const points: Point[] = Array.from({ length: steps + 1 }, (_, i) => alongLimb(limb, (end * i) / steps));
  for (let pass = 0; pass < 4; pass++)
    for (let i = 1; i < steps; i++) {
      const [a, b, c] = [points[i - 1]!, points[i]!, points[i + 1]!];
      points[i] = [(a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4];
    }
  return axisThrough(points, end);
}

/** The axis along `points`, whose last one is at `end`. */
export function axisThrough(points: readonly Point[], end: number): TubeAxis {
  const last = points.length - 1;
  const normals = points.map((_, i): Point => {
    const [a, c] = [points[Math.max(0, i - 1)]!, points[Math.min(last, i + 1)]!];
    const length = Math.hypot(c[0] - a[0], c[1] - a[1]) || 1e-6;
    return [-(c[1] - a[1]) / length, (c[0] - a[0]) / length];
  });
  return { points, normals, end };
}

/** Where a place lies on a tube: `along` in the limb's t, `across` the signed distance from the axis in shoulder widths. */
export type OnTube = { along: number; across: number };

/**
 * {@link OnTube} of a place: the nearest point of the axis, which goes on straight beyond both ends. Only the two segments that meet at the nearest of
 * the axis' points are tried, as each costs a division.
 */
export function onTube({ points, end }: TubeAxis, x: number, y: number): OnTube {
  const last = points.length - 2;
  const middle = nearestOf(points, x, y);
  let nearest = Number.POSITIVE_INFINITY;
  let along = 0;
  let across = 0;
  for (let i = Math.max(0, middle - 1); i <= Math.min(last, middle); i++) {
    const a = points[i]!;
    const b = points[i + 1]!;
    const dx = b[0] - a[0];
    const dy = b[1] - a[1];
    const squared = dx * dx + dy * dy || 1e-9;
    const t = clamp(((x - a[0]) * dx + (y - a[1]) * dy) / squared, i === 0 ? -9 : 0, i === last ? 9 : 1);
    const ex = x - a[0] - t * dx;
    const ey = y - a[1] - t * dy;
    const distance = ex * ex + ey * ey;
    if (distance >= nearest) continue;
    nearest = distance;
    along = (end * (i + t)) / (last + 1);
    across = (ex * -dy + ey * dx) / Math.sqrt(squared);
  }
  return { along, across };
}

function nearestOf(points: readonly Point[], x: number, y: number): number {
  let nearest = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < points.length; i++) {
    const at = points[i]!;
    const dx = x - at[0];
    const dy = y - at[1];
    const distance = dx * dx + dy * dy;
    if (distance >= least) continue;
    least = distance;
    nearest = i;
  }
  return nearest;
}
