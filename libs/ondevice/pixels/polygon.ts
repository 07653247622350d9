import type { Plane, Size } from './plane.ts';
import { distanceToSegment, type Point } from './points.ts';
import { clamp, smoothstep } from './scalar.ts';

const subRows = 4;

/** Coverage 0..1 of each pixel by a closed polygon (non-zero winding), edges anti-aliased; added to `into` by maximum. */
export function fillPolygon(points: readonly Point[], { width, height }: Size, into?: Plane): Plane {
  const out = into ?? new Float32Array(width * height);
  const ys = points.map(([, y]) => y);
  const first = clamp(Math.floor(Math.min(...ys)), 0, height);
  const last = clamp(Math.ceil(Math.max(...ys)), 0, height);
  const row = new Float32Array(width);
  const xs = points.map(([x]) => x);
  const left = clamp(Math.floor(Math.min(...xs)), 0, width);
  const right = clamp(Math.ceil(Math.max(...xs)), 0, width);
  for (let y = first; y < last; y++) {
    row.fill(0);
    for (let sub = 0; sub < subRows; sub++) {
      const crossings = crossingsAt(points, y + (sub + 0.5) / subRows);
      let winding = 0;
      for (let k = 0; k + 1 < crossings.length; k++) {
        winding += crossings[k]!.turn;
        if (winding !== 0) addSpan(row, crossings[k]!.x, crossings[k + 1]!.x);
      }
    }
    for (let x = left; x < right; x++) out[y * width + x] = Math.max(out[y * width + x]!, row[x]! / subRows);
  }
  return out;
}

/** Where the polygon's edges cross the horizontal line at `y`, left to right, and whether they go down (1) or up (-1). */
function crossingsAt(points: readonly Point[], y: number): { x: number; turn: 1 | -1 }[] {
  const crossings: { x: number; turn: 1 | -1 }[] = [];
  for (let i = 0; i < points.length; i++) {
    const a = points[i]!;
    const b = points[(i + 1) % points.length]!;
    if (a[1] <= y !== b[1] <= y)
      crossings.push({ x: a[0] + ((y - a[1]) * (b[0] - a[0])) / (b[1] - a[1]), turn: a[1] < b[1] ? 1 : -1 });
  }
  return crossings.sort((a, b) => a.x - b.x);
}

function addSpan(row: Float32Array, from: number, to: number): void {
  const start = clamp(from, 0, row.length);
  const end = clamp(to, 0, row.length);
  for (let x = Math.floor(start); x < end; x++) row[x]! += Math.min(end, x + 1) - Math.max(start, x);
}

/** Coverage 0..1 by a line of `thickness` pixels through `points`, added to `into` by maximum. */
export function strokeLine(points: readonly Point[], thickness: number, size: Size, into: Plane, strength = 1): Plane {
  const reach = thickness / 2 + 1;
  for (let k = 0; k + 1 < points.length; k++) {
    const [a, b] = [points[k]!, points[k + 1]!];
    const left = clamp(Math.floor(Math.min(a[0], b[0]) - reach), 0, size.width);
    const right = clamp(Math.ceil(Math.max(a[0], b[0]) + reach), 0, size.width);
    const top = clamp(Math.floor(Math.min(a[1], b[1]) - reach), 0, size.height);
    const bottom = clamp(Math.ceil(Math.max(a[1], b[1]) + reach), 0, size.height);
    for (let y = top; y < bottom; y++)
      for (let x = left; x < right; x++) {
        const distance = distanceToSegment(x + 0.5, y + 0.5, a, b);
        const cover = strength * (1 - smoothstep(thickness / 2 - 0.5, thickness / 2 + 0.5, distance));
        const i = y * size.width + x;
        if (cover > into[i]!) into[i] = cover;
      }
  }
  return into;
}
