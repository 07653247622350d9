import type { Point } from '../pixels/points.ts';
import type { Limb } from './limb.ts';
import { bendOf } from './sleeve-folds.ts';

/** From which bend on, in radians, an elbow stands out: the outline round the softly bent axis of a sleeve cuts it off. */
const sharp = 1;
const steps = 24;

/**
 * A way from a point of a sleeve's outline round the elbow and back, so that nothing but a disc is added; empty where the arm is hardly bent.
 *
 * @param outward the side of the arm, which gives the direction of the outline: a disc in the other one would be a hole
 */
export function elbowBeside(from: Point, arm: Pick<Limb, 'joints'>, radius: number, outward: 1 | -1): Point[] {
  if (Math.abs(bendOf(arm)) < sharp) return [];
  const [x, y] = arm.joints[1];
  const disc = Array.from({ length: steps + 1 }, (_, k): Point => {
    const angle = (outward * k * 2 * Math.PI) / steps;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
  return [from, ...disc];
}
