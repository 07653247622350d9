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
  const crossings: Crossings = { places: new Float64Array(points.length), turns: new Int8Array(points.length) };
  const { places, turns } = crossings;
  for (let y = first; y < last; y++) {
    row.fill(0);
    for (let sub = 0; sub < subRows; sub++) {
      const count = crossingsAt(xs, ys, y + (sub + 0.5) / subRows, crossings);
      let winding = 0;
      for (let k = 0; k + 1 < count; k++) {
        winding += turns[k]!;
        if (winding !== 0) addSpan(row, places[k]!, places[k + 1]!);
      }
    }
    for (let x = left; x < right; x++) out[y * width + x] = Math.max(out[y * width + x]!, row[x]! / subRows);
  }
  return out;
}

/** Where edges cross a line, from left to right, and whether they go down (1) or up (-1): arrays that are used again for each line. */
type Crossings = { places: Float64Array; turns: Int8Array };

/** Writes where the polygon's edges cross the horizontal line at `y`. Returns how many do. */
function crossingsAt(xs: readonly number[], ys: readonly number[], y: number, { places, turns }: Crossings): number {
  let count = 0;
  for (let i = 0, from = xs.length - 1; i < xs.length; from = i++) {
    if (ys[from]! <= y === ys[i]! <= y) continue;
    const x = xs[from]! + ((y - ys[from]!) * (xs[i]! - xs[from]!)) / (ys[i]! - ys[from]!);
    let at = count++;
    for (; at > 0 && places[at - 1]! > x; at--) {
      places[at] = places[at - 1]!;
      turns[at] = turns[at - 1]!;
    }
    places[at] = x;
    turns[at] = ys[from]! < ys[i]! ? 1 : -1;
  }
  return count;
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
