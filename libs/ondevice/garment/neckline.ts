import { clamp, mix } from '../pixels/scalar.ts';
import type { Neck } from './garments.ts';

const depths: Readonly<Record<Neck, number>> = {
  crew: -0.03,
  scoop: 0.16,
  v: 0.24,
  collar: -0.04,
  turtle: -0.3,
  boat: -0.02,
};
const halfWidths: Readonly<Record<Neck, number>> = {
  crew: 0.26,
  scoop: 0.31,
  v: 0.25,
  collar: 0.23,
  turtle: 0.6,
  boat: 0.4,
};
const shoulder = -0.17;
const everywhere = -9;

/** Where a garment begins: returns the v below which it covers the torso at `u`. `worn`: where the worn one begins. */
export function necklineCurve(neck: Neck, worn: number | undefined): (u: number) => number {
  const depth = neck === 'crew' && worn !== undefined ? clamp(worn, -0.13, 0.05) : depths[neck];
  return (u) => {
    const t = Math.abs(u) / halfWidths[neck];
    if (t > 1 || neck === 'turtle') return everywhere;
    return mix(depth, shoulder, neck === 'v' ? t : t * t);
  };
}

/** The top line of the shoulders at `u`, in v: above it only the worn garment is painted over. */
export const shoulderLine = (u: number): number =>
  Math.abs(u) < 0.2 ? -0.34 : mix(-0.2, -0.12, clamp((Math.abs(u) - 0.2) / 0.28, 0, 1));
