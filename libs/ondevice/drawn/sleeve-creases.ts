import type { Point } from '../pixels/points.ts';
import { mix } from '../pixels/scalar.ts';
import { type Crease, chances } from './folds.ts';
import type { Side } from './side.ts';

/**
 * Creases of a sleeve: out of the armpit across the upper arm, fanned round the inside of the elbow, pushed together above the wrist.
 * Regular rings would look like a spring.
 *
 * @param at a point of the sleeve's outline: 1 on the outside of the arm, -1 on its inside
 */
export function sleeveCreases(
  at: (t: number, beside: 1 | -1) => Point,
  end: number,
  { folds, soft, side }: { folds: number; soft: number; side: Side },
): Crease[] {
  const chance = chances(77 + side);
  const crease = (t: number, beside: 1 | -1, rise: number, reach: number, depth: number): Crease => {
    const start = t + 0.05 * (chance() - 0.5);
    const [from, to] = [at(start, beside), at(start + rise + 0.08 * (chance() - 0.5), beside === 1 ? -1 : 1)];
    const far = reach * (0.8 + 0.35 * chance());
    return {
      from,
      to: [mix(from[0], to[0], far), mix(from[1], to[1], far)],
      width: soft * (0.011 + 0.012 * chance()),
      depth: beside * depth * folds,
    };
  };
  const upper = [
    crease(0.36, -1, 0.22, 0.85, 0.013),
    crease(0.44, -1, 0.08, 0.6, 0.012),
    crease(0.52, -1, -0.2, 0.5, 0.01),
    crease(0.42, 1, 0.25, 0.5, 0.01),
  ];
  if (end <= 1.2) return upper;
  const elbow = [-0.34, -0.16, 0.02, 0.17, 0.32].map((rise) => crease(1 + rise * 0.25, -1, rise, 0.75, 0.014));
  const forearm = [crease(1.38, 1, 0.22, 0.6, 0.011), crease(1.5, -1, 0.2, 0.55, 0.01)];
  const wrist = [
    crease(end - 0.22, 1, 0.16, 0.7, 0.013),
    crease(end - 0.14, -1, -0.1, 0.6, 0.012),
    crease(end - 0.08, 1, -0.05, 0.5, 0.012),
  ];
  return [...upper, crease(0.72, 1, 0.2, 0.6, 0.012), ...elbow, ...forearm, ...wrist];
}
