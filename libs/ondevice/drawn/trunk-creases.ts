import { type Crease, chances } from './folds.ts';
import type { Measures } from './measures.ts';
import { type Pair, sign } from './side.ts';

/** Drags from the armpits and crinkles from the sides. */
export function trunkCreases(
  { pits, torso }: Measures,
  edge: Pair<(y: number) => number>,
  folds: number,
  seed: number,
): Crease[] {
  const chance = chances(seed);
  const width = () => 0.022 + 0.02 * chance();
  return ([0, 1] as const).flatMap((side) => {
    const inward = -sign(side);
    const [px, py] = pits[side];
    const drags = Array.from({ length: 4 }, (_, i): Crease => {
      const angle = 0.1 + 0.38 * i + 0.6 * (chance() - 0.3);
      const long = 0.2 + 0.26 * chance();
      return {
        from: [px + inward * 0.01, py + (i - 1) * 0.05],
        to: [px + inward * long * Math.cos(angle), py + (i - 1) * 0.05 + long * Math.sin(angle)],
        width: width() * 1.15,
        depth: inward * (0.007 + 0.011 * chance()) * folds,
      };
    });
    const crinkles = Array.from({ length: 5 }, (_, i): Crease => {
      const y = (0.46 + 0.1 * i + 0.06 * chance()) * torso;
      const x = edge[side](y);
      const rise = (chance() - 0.62) * 0.4;
      return {
        from: [x, y],
        to: [x + inward * (0.16 + 0.3 * chance()), y + rise],
        width: width() * 0.95,
        depth: inward * (0.006 + 0.01 * chance()) * folds,
      };
    });
    return [...drags, ...crinkles];
  });
}
