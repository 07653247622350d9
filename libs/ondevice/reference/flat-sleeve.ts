import type { Point } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { quantile } from '../pixels/statistics.ts';
import type { Run, Silhouette } from './silhouette.ts';

const bins = 24;

/**
 * A sleeve of a garment laid flat: it starts at `from` and goes `length` pixels along the unit vector `along`; at each
 * of 24 places it reaches from `low` to `high` pixels across, positive towards (-along y, along x).
 */
export type FlatSleeve = {
  from: Point;
  along: Point;
  length: number;
  low: Float32Array;
  high: Float32Array;
};

/** The place in the garment's picture at `t` (0..1) along a sleeve and `across` (-1..1) its width. */
export function onSleeve({ from, along, length, low, high }: FlatSleeve, t: number, across: number): Point {
  const place = clamp(t * bins - 0.5, 0, bins - 1);
  const bin = Math.min(bins - 2, Math.floor(place));
  const [a, b] = [low, high].map((edge) => mix(edge[bin]!, edge[bin + 1]!, place - bin)) as [number, number];
  const side = a + ((across + 1) / 2) * (b - a);
  return [from[0] + along[0] * t * length - along[1] * side, from[1] + along[1] * t * length + along[0] * side];
}

/**
 * Measures one sleeve: all that lies beyond the armhole's column and is not body.
 *
 * @param side -1 the left one in the picture, 1 the right one
 * @param armhole its column
 * @param start row where the sleeve's axis starts
 * @param chest the body's width at the armpit: much less than that squared is no sleeve
 */
export function flatSleeve(
  silhouette: Silhouette,
  side: -1 | 1,
  armhole: number,
  start: number,
  chest: number,
): FlatSleeve | undefined {
  const { armpit, top, bottom, runs, middle } = silhouette;
  if (armpit === undefined) return undefined;
  const points: Point[] = [];
  for (let y = top; y <= bottom; y++) {
    const body = y < armpit ? undefined : middle(y);
    for (const run of runs(y)) points.push(...beyond(run, y, side, armhole, body));
  }
  if (points.length < chest * chest * 0.015) return undefined;
  const from: Point = [armhole, start];
  const distances = points.map(([x, y]) => Math.hypot(x - from[0], y - from[1]));
  const far = quantile(distances, 0.985) * 0.93;
  const tip = points.filter((_, i) => distances[i]! > far);
  const end = [0, 1].map((axis) => tip.reduce((sum, point) => sum + point[axis as 0 | 1], 0) / tip.length);
  const [dx, dy] = [end[0]! - from[0], end[1]! - from[1]];
  const reach = Math.hypot(dx, dy) || 1;
  const along: Point = [dx / reach, dy / reach];
  const length = reach * 1.04;
  const low = new Float32Array(bins).fill(Number.POSITIVE_INFINITY);
  const high = new Float32Array(bins).fill(Number.NEGATIVE_INFINITY);
  for (const [x, y] of points) {
    const bin = Math.floor((((x - from[0]) * along[0] + (y - from[1]) * along[1]) / length) * bins);
    if (bin < 0 || bin >= bins) continue;
    const across = (y - from[1]) * along[0] - (x - from[0]) * along[1];
    low[bin] = Math.min(low[bin]!, across);
    high[bin] = Math.max(high[bin]!, across);
  }
  let [lastLow, lastHigh] = [-chest * 0.15, chest * 0.15];
  for (let bin = 0; bin < bins; bin++) {
    if (high[bin]! < low[bin]!) [low[bin], high[bin]] = [lastLow, lastHigh];
    [lastLow, lastHigh] = [low[bin]!, high[bin]!];
  }
  return { from, along, length, low, high };
}

function* beyond([left, right]: Run, y: number, side: -1 | 1, armhole: number, body: Run | undefined) {
  for (let x = left; x <= right; x++) {
    if (side < 0 ? x >= armhole : x <= armhole) continue;
    if (body && x >= body[0] - 1 && x <= body[1] + 1) continue;
    yield [x, y] as const;
  }
}
