import { clamp, mix } from '../pixels/scalar.ts';
import { smoothCurve } from './curve.ts';
import type { Relief } from './folds.ts';
import type { Measures } from './measures.ts';
import { neckAt } from './neck.ts';
import type { Part } from './part.ts';

/** The hood as it lies: behind the neck, to be drawn before neck and head. */
export function hoodBehind(measures: Measures): Part {
  const { shoulderTop, chin, faceHalf } = measures;
  // A turned face has its chin beside the neck.
  const centre = clamp(neckAt(measures, chin[1]), -0.12, 0.12);
  const top = chin[1] + 0.03;
  const wide = faceHalf + 0.1;
  const [left, right] = [shoulderTop(0, 0.86), shoulderTop(1, 0.86)];
  const outline = smoothCurve(
    [
      left,
      [centre - wide, mix(left[1], top, 0.55)],
      [centre - wide * 0.86, top],
      [centre, top - 0.06],
      [centre + wide * 0.86, top],
      [centre + wide, mix(right[1], top, 0.55)],
      right,
    ],
    8,
  );
  const form: Relief = (x, y) => {
    const away = Math.hypot((x - centre) / wide, (y - left[1]) / 0.5);
    // Hollow in the middle, round at its rim.
    return 0.16 * Math.exp(-(((away - 0.85) / 0.28) ** 2)) - 0.2;
  };
  return {
    outline: [...outline, [0, left[1] + 0.2]],
    form,
    folds: (x, y) => 0.012 * Math.cos(x * 40 + y * 18),
    cloth: (x, y) => [x, y],
    round: 0.02,
  };
}
