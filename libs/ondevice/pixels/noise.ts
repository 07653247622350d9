import type { Plane, Size } from './plane.ts';
import { mix } from './scalar.ts';
import { median } from './statistics.ts';

/** A fixed pseudo-random number 0..1 for a lattice point, so that pictures are deterministic. */
export function latticeNoise(x: number, y: number): number {
  let n = (Math.imul(x | 0, 374_761_393) + Math.imul(y | 0, 668_265_263)) | 0;
  n = Math.imul(n ^ (n >>> 13), 1_274_126_177);
  return ((n ^ (n >>> 16)) >>> 0) / 4_294_967_296;
}

/** Noise of a mean of 0 and a standard deviation of 1, the same at the same pixel; triangular, as two uniform ones have. */
export const whiteNoise = (x: number, y: number): number =>
  (latticeNoise(x, y) + latticeNoise(x + 997, y) - 1) * Math.sqrt(6);

/** Value noise 0..1: {@link latticeNoise} smoothly interpolated. */
export function valueNoise(x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const u = fx * fx * (3 - 2 * fx);
  const v = fy * fy * (3 - 2 * fy);
  const top = mix(latticeNoise(x0, y0), latticeNoise(x0 + 1, y0), u);
  return mix(top, mix(latticeNoise(x0, y0 + 1), latticeNoise(x0 + 1, y0 + 1), u), v);
}

const directions = 4096;
const cosines = Float64Array.from({ length: directions }, (_, k) => Math.cos((k / directions) * 2 * Math.PI));
const sines = Float64Array.from({ length: directions }, (_, k) => Math.sin((k / directions) * 2 * Math.PI));

/** Slope of the noise at a lattice point along (dx, dy). Its direction is from a table: cosines are slow. */
function slopeAt(x: number, y: number, dx: number, dy: number): number {
  const direction = Math.floor(latticeNoise(x, y) * directions);
  return cosines[direction]! * dx + sines[direction]! * dy;
}

const fade = (t: number): number => t * t * t * (t * (6 * t - 15) + 10);

/** Gradient noise about -1..1 (Perlin 2002): unlike {@link valueNoise} it does not show its lattice when it is lit as relief. */
export function gradientNoise(x: number, y: number): number {
  const x0 = Math.floor(x);
  const y0 = Math.floor(y);
  const fx = x - x0;
  const fy = y - y0;
  const u = fade(fx);
  const top = mix(slopeAt(x0, y0, fx, fy), slopeAt(x0 + 1, y0, fx - 1, fy), u);
  const bottom = mix(slopeAt(x0, y0 + 1, fx, fy - 1), slopeAt(x0 + 1, y0 + 1, fx - 1, fy - 1), u);
  return 1.5 * mix(top, bottom, fade(fy));
}

/** How many pixels at least tell something about noise, and at most are looked at. */
const least = 400;
const most = 20_000;

/**
 * The standard deviation of a picture's noise in a `plane`, where `where` is: the Laplacian difference of Immerkaer (1996), which is blind to
 * slopes and straight edges, whose median stands for its mean, as texture has few large differences (Donoho's estimate, 1994).
 * undefined where too little is seen.
 */
export function measureNoise(plane: Plane, { width }: Size, where: (i: number) => boolean): number | undefined {
  const [first, end] = [width + 1, plane.length - width - 1];
  let inside = 0;
  for (let i = first; i < end; i++) if (where(i)) inside++;
  if (inside < least) return undefined;
  const step = Math.ceil(inside / most);
  const row = (at: number, beside: number) =>
    plane[at - 1]! * beside + plane[at]! * -2 * beside + plane[at + 1]! * beside;
  const differences: number[] = [];
  for (let i = first, k = 0; i < end; i++)
    if (where(i) && k++ % step === 0) differences.push(Math.abs(row(i - width, 1) + row(i, -2) + row(i + width, 1)));
  // The mask's coefficients have a sum of squares of 36, and 0.6745 is the median of a standard normal distribution's amount.
  return median(differences) / (6 * 0.6745);
}
