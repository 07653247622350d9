import { type Crease, chances } from './folds.ts';
import type { Measures } from './measures.ts';
import { type Pair, sign } from './side.ts';

/** Drags from the armpits and crinkles from the sides, a few of them deep, most shallow; soft cloth also falls from the shoulders. */
export function trunkCreases(
  { tips, pits, torso }: Measures,
  edge: Pair<(y: number) => number>,
  { folds, soft, seed }: { folds: number; soft: number; seed: number },
): Crease[] {
  const chance = chances(seed);
  const width = () => soft * (0.012 + 0.016 * chance());
  return ([0, 1] as const).flatMap((side) => {
    const inward = -sign(side);
    const [px, py] = pits[side];
    const drags = Array.from({ length: 4 }, (_, i): Crease => {
      const angle = 0.1 + 0.38 * i + 0.6 * (chance() - 0.3);
      const long = 0.2 + 0.4 * chance() ** 2;
      return {
        from: [px + inward * 0.01, py + (i - 1) * 0.05],
        to: [px + inward * long * Math.cos(angle), py + (i - 1) * 0.05 + long * Math.sin(angle)],
        width: width() * 1.15,
        depth: inward * (0.003 + 0.014 * chance() ** 1.5) * folds,
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
        depth: inward * (0.003 + 0.013 * chance() ** 1.5) * folds,
      };
    });
    // Cotton lies on the chest; only cloth that is much softer falls.
    const falls = Array.from({ length: soft > 1.4 ? 2 : 0 }, (_, i): Crease => {
      const x = tips[side][0] + inward * (0.18 + 0.14 * i + 0.05 * chance());
      const y = tips[side][1] + 0.08 + 0.06 * chance();
      return {
        from: [x, y],
        to: [x + inward * (0.08 * chance() - 0.02), y + soft * (0.25 + 0.15 * chance())],
        width: width() * 0.8,
        depth: inward * (0.004 + 0.006 * chance()) * folds,
      };
    });
    return [...drags, ...crinkles, ...falls];
  });
}
