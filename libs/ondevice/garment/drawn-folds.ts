import { type Arm, type BodyFrame, torsoPoint } from '../person/body-frame.ts';
import { latticeNoise } from '../pixels/noise.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { distanceBetween, type Point } from '../pixels/points.ts';
import { mix, norm } from '../pixels/scalar.ts';

/** A fold: its ends, how far it sags between them and how wide it is (shoulder widths), how deep (log light). */
type Fold = { from: Point; to: Point; sag: number; width: number; depth: number };

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
      const sag = (frame.torsoLength / frame.shoulderWidth) * (0.02 + shake(5) * 0.25);
      return { from, to, sag, width, depth: depth * (1 + jitter(k, side, 6) * 0.6) };
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
    return { from: at(start, lean), to: at(end, -lean), sag: 0.015, width, depth };
  });

/** Adds one fold: a dark valley with a lit ridge below it, fading towards its ends. */
function press(out: Plane, { width, height }: Size, fold: Fold, scale: number): void {
  const { from, to, depth } = fold;
  const sigma = Math.max(1, fold.width * scale);
  const reach = sigma * 3.8 + Math.abs(fold.sag) * scale;
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const length = norm(dx, dy) || 1;
  const [left, right] = [Math.min(from[0], to[0]) - reach, Math.max(from[0], to[0]) + reach];
  const [top, bottom] = [Math.min(from[1], to[1]) - reach, Math.max(from[1], to[1]) + reach];
  for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++)
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x++) {
      const [px, py] = [x - from[0], y - from[1]];
      const along = (px * dx + py * dy) / length ** 2;
      if (along <= 0 || along >= 1) continue;
      const below = ((dx * py - dy * px) * (dx < 0 ? -1 : 1)) / length;
      const away = (below - 4 * along * (1 - along) * fold.sag * scale) / sigma;
      if (away > 3.8 || away < -2.2) continue;
      const [valley, ridge] = [Math.exp(-(away ** 2)), Math.exp(-(((away - 1.7) / 1.3) ** 2))];
      out[y * width + x]! += depth * Math.sin(Math.PI * along) ** 0.8 * (0.6 * ridge - valley);
    }
}
