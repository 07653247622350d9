import { type Arm, type BodyFrame, torsoPoint } from '../person/body-frame.ts';
import { latticeNoise } from '../pixels/noise.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { distanceBetween, midpoint, type Point, quadratic } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';

/** A fold: its ends and how far it sags between them, how wide it is (shoulder widths), how deep (log light). */
type Fold = { from: Point; via: Point; to: Point; width: number; depth: number };

/** Ends of folds on the torso, (u, v) of the figure's right half, with width and depth; the left half mirrors them. */
const onTorso: readonly (readonly [number, number, number, number, number, number])[] = [
  // Pulled from the armpit over the chest.
  [0.43, 0.27, 0.2, 0.1, 0.022, 0.5],
  [0.42, 0.33, 0.12, 0.27, 0.026, 0.42],
  [0.44, 0.2, 0.3, 0.02, 0.018, 0.4],
  // Hanging from the shoulder.
  [0.27, -0.06, 0.33, 0.46, 0.04, 0.22],
  // Drawn in at the waist.
  [0.46, 0.62, 0.16, 0.7, 0.026, 0.42],
  [0.45, 0.76, 0.05, 0.84, 0.03, 0.45],
  [0.3, 0.9, 0.02, 0.95, 0.026, 0.35],
  [0.45, 0.52, 0.28, 0.55, 0.02, 0.3],
];

/** Places of folds along an arm (0 shoulder, 1 elbow, 2 wrist), their slant, width and depth. */
const onArm: readonly (readonly [number, number, number, number])[] = [
  [0.24, 0.2, 0.02, 0.32],
  [0.55, -0.14, 0.022, 0.34],
  [0.84, 0.12, 0.018, 0.5],
  [0.98, -0.08, 0.016, 0.55],
  [1.13, 0.12, 0.018, 0.45],
  [1.5, -0.1, 0.02, 0.35],
  [1.82, 0.08, 0.016, 0.35],
];

/**
 * Folds as cloth makes them where it is pulled and bent (armpits, elbows, waist), for photographs that show none: log
 * light, about -0.5..0.35, 0 off the folds. Always the same for the same body.
 */
export function drawnFolds(frame: BodyFrame, size: Size): Plane {
  const plane = new Float32Array(size.width * size.height);
  for (const fold of [...torsoFolds(frame), ...frame.arms.flatMap((arm) => armFolds(frame, arm))])
    press(plane, size, fold, frame.shoulderWidth);
  return plane;
}

const jitter = (k: number, side: number, seed: number): number => latticeNoise(k * 7 + seed, side * 31) - 0.5;

const torsoFolds = (frame: BodyFrame): Fold[] =>
  ([1, -1] as const).flatMap((side) =>
    onTorso.map(([u0, v0, u1, v1, width, depth], k): Fold => {
      const shake = (seed: number) => jitter(k, side, seed) * 0.07;
      const from = torsoPoint(frame, side * (u0 + shake(1) * 0.4), v0 + shake(2));
      const to = torsoPoint(frame, side * (u1 + shake(3)), v1 + shake(4));
      const middle = midpoint(from, to);
      const sag = frame.torsoLength * (0.04 + shake(5) * 0.5);
      const via: Point = [middle[0] + frame.down[0] * sag, middle[1] + frame.down[1] * sag];
      return { from, via, to, width, depth: depth * (1 + jitter(k, side, 6) * 0.6) };
    }),
  );

const armFolds = ({ shoulderWidth }: BodyFrame, { shoulder, elbow, wrist, side }: Arm): Fold[] =>
  onArm.map(([along, slant, width, depth], k): Fold => {
    const [a, b] = along < 1 ? [shoulder, elbow] : [elbow, wrist];
    const t = along < 1 ? along : along - 1;
    const length = distanceBetween(a, b) || 1;
    const [dx, dy] = [(b[0] - a[0]) / length, (b[1] - a[1]) / length];
    const half = shoulderWidth * mix(0.15, 0.11, along / 2);
    const at = (across: number, shift: number): Point => [
      mix(a[0], b[0], t) - dy * across * half + dx * shift * shoulderWidth,
      mix(a[1], b[1], t) + dx * across * half + dy * shift * shoulderWidth,
    ];
    const [start, end] = k % 2 === 0 ? [1, -0.35] : [0.4, -1];
    const lean = slant * (0.5 + jitter(k, side, 7) * 0.5);
    return { from: at(start, lean), via: at((start + end) / 2, 0.03), to: at(end, -lean), width, depth };
  });

/** Adds one fold: a dark valley with a lit ridge below it, fading towards its ends. */
function press(out: Plane, { width, height }: Size, fold: Fold, scale: number): void {
  const line = [fold.from, ...quadratic(fold.from, fold.via, fold.to, 5)];
  const place = { away: 0, along: 0 };
  const sigma = Math.max(1, fold.width * scale);
  const reach = sigma * 3.8;
  const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)];
  const [left, right] = [Math.max(0, Math.min(...xs) - reach), Math.min(width, Math.max(...xs) + reach)];
  const [top, bottom] = [Math.max(0, Math.min(...ys) - reach), Math.min(height, Math.max(...ys) + reach)];
  for (let y = Math.floor(top); y < bottom; y++)
    for (let x = Math.floor(left); x < right; x++) {
      besides(line, x, y, place);
      const { away, along } = place;
      if (away > reach || away < -2.2 * sigma) continue;
      const taper = Math.sin(Math.PI * clamp(along, 0, 1)) ** 0.8;
      const valley = Math.exp(-((away / sigma) ** 2));
      const ridge = Math.exp(-(((away - 1.7 * sigma) / (1.3 * sigma)) ** 2));
      out[y * width + x]! += fold.depth * taper * (0.6 * ridge - valley);
    }
}

/** Puts the signed distance (positive below) of a point from a polyline, and where along it (0..1) the nearest point lies, into `place`. */
function besides(line: readonly Point[], x: number, y: number, place: { away: number; along: number }): void {
  const last = line.length - 1;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; k < last; k++) {
    const a = line[k]!;
    const b = line[k + 1]!;
    const dx = b[0] - a[0];
    const dy = b[1] - a[1];
    const t = ((x - a[0]) * dx + (y - a[1]) * dy) / (dx * dx + dy * dy || 1);
    const s = clamp(t, 0, 1);
    const besideX = x - a[0] - s * dx;
    const besideY = y - a[1] - s * dy;
    const distance = Math.sqrt(besideX * besideX + besideY * besideY);
    if (distance >= least) continue;
    least = distance;
    const below = dx * (y - a[1]) - dy * (x - a[0]) > 0 === dx > 0 ? 1 : -1;
    place.away = distance * below;
    // Beyond an end there is no fold.
    place.along = (k + (t < 0 && k === 0 ? 0 : t > 1 && k === last - 1 ? 1 : s)) / last;
  }
}
