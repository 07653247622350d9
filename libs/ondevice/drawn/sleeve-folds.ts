import { gradientNoise } from '../pixels/noise.ts';
import { clamp, smoothstep } from '../pixels/scalar.ts';
import { gathered } from './drags.ts';
import type { Limb } from './limb.ts';
import type { OnTube } from './tube.ts';

/** How high the folds of a sleeve are, and how long a period of their noise is: with two of them a fold; in shoulder widths. */
const height = 0.026;
const apart = 0.14;
/** How high the finer folds on the folds are beside them. */
const finer = 0.28;

/** What the folds of a sleeve depend on: how long the upper arm is, in shoulder widths, how far the elbow is bent (radians). */
export type SleeveFolds = { length: number; bend: number; outward: 1 | -1; soft: number; seed: number };

/** How far an elbow is bent, in radians: positive if the inside of the bend is where `across` is positive. */
export function bendOf({ joints: [a, b, c] }: Pick<Limb, 'joints'>): number {
  const [ux, uy, vx, vy] = [b[0] - a[0], b[1] - a[1], c[0] - b[0], c[1] - b[1]];
  return Math.atan2(ux * vy - uy * vx, ux * vx + uy * vy);
}

/**
 * Folds that lie round a sleeve, slanting, at uneven distances, as it is too long for the arm. They are highest at the elbow, below the
 * armpit and above the wrist, and on the inside of the arm.
 *
 * @param half half the sleeve's width there, in shoulder widths
 * @returns height in shoulder widths
 */
export function sleeveFold(
  { along, across }: OnTube,
  half: number,
  { length, bend, outward, soft, seed }: SleeveFolds,
): number {
  const inside = clamp((outward * across) / half, -1.1, 1.1);
  const at =
    0.55 * (1 - smoothstep(0, 0.3, Math.abs(along - 1))) +
    0.3 * (1 - smoothstep(0, 0.35, Math.abs(along - 0.5))) +
    0.3 * smoothstep(1.5, 1.9, along);
  // Within a sharp bend neighbours lie on different bones, and their folds do not meet.
  const meets = 1 - smoothstep(0.06, 0.14, across * bend) * (1 - smoothstep(0.25, 0.5, Math.abs(along - 1)));
  const much = meets * smoothstep(0.12, 0.4, along) * (0.55 + at) * (0.8 + 0.5 * inside);
  if (much <= 0) return 0;
  const wider = Math.sqrt(soft);
  const where = along * length;
  const slant = 0.75 * inside * (0.5 + gradientNoise(along * 1.3 + seed, seed + 0.5));
  const warp = 0.5 * gradientNoise(where * 3 + seed * 5, inside * 0.7);
  const place = where / (apart * wider) + slant + warp;
  const wave =
    gradientNoise(place, inside * 0.55 + seed) + finer * gradientNoise(place * 2.2 + 31, inside * 0.9 + seed);
  return height * wider * much * gathered(wave);
}
