import { longestShorts } from '../garment/leg-cuts.ts';
import { gradientNoise } from '../pixels/noise.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { creases, type Relief } from './folds.ts';
import type { Measures } from './measures.ts';
import type { Part } from './part.ts';
import { both, type Side } from './side.ts';
import { trouserCreases } from './trouser-creases.ts';
import { trouserDetails } from './trouser-details.ts';
import { crotchBelow, type TrouserFit, type TrouserShape, trouserLeg } from './trouser-leg.ts';

/** Trousers or shorts; the leg farther away first. */
export function trousers(measures: Measures, shape: TrouserShape, fit: TrouserFit): Part[] {
  const { torso } = measures;
  const waistY = fit.waist * torso;
  const crotch: Point = [0, torso + crotchBelow];
  const drawn = both((side) => trouserLeg(measures, shape, side, crotch, fit));
  const legs = both((side) => drawn[side].leg);
  const pelvis: Relief = (x, y) => {
    const [l, r] = [legs[0].outer(y), legs[1].outer(y)];
    const q = clamp((2 * (x - l)) / (r - l) - 1, -1.1, 1.1);
    return 0.5 * ((r - l) / 2) * Math.sqrt(1 - 0.81 * q * q);
  };
  const folded = creases(trouserCreases(legs, crotch, waistY));
  const pressed = shape.length > longestShorts ? 0.012 : 0;
  const order: readonly Side[] = legs[0].hemY < legs[1].hemY ? [0, 1] : [1, 0];
  return order.map((side, k): Part => {
    const { inner, outer } = legs[side];
    const form: Relief = (x, y) => {
      const [a, b] = [inner(y), outer(y)];
      const half = Math.max(0.03, Math.abs(b - a) / 2);
      const q = clamp((x - (a + b) / 2) / half, -1.1, 1.1);
      const tube = 0.8 * half * Math.sqrt(1 - 0.81 * q * q) + 0.3 * half;
      return mix(pelvis(x, y), tube, smoothstep(waistY + 0.15, crotch[1] + 0.3, y));
    };
    const cloth = (x: number, y: number): Point => [
      x - mix(inner(y), outer(y), 0.5) * smoothstep(waistY, crotch[1], y),
      y,
    ];
    return {
      outline: drawn[side].outline,
      form,
      round: 0.03,
      folds: (x, y) => {
        const middle = (inner(y) + outer(y)) / 2;
        return pressed * Math.exp(-Math.abs(x - middle) / 0.035) * smoothstep(waistY + 0.2, waistY + 0.5, y);
      },
      drape: (x, y) => {
        const middle = (inner(y) + outer(y)) / 2;
        const half = Math.max(0.03, Math.abs(outer(y) - inner(y)) / 2);
        const long = 0.022 * gradientNoise(((x - middle) / half) * 1.7 + side * 9, y / 1.3);
        return folded(x, y) + long + 0.006 * gradientNoise(x / 0.12, y / 0.25);
      },
      cloth,
      // The pelvis is drawn with either leg, and throws its shadow once.
      shadow:
        k === 0
          ? { strength: 0.45, dy: 0.05, blur: 0.03 }
          : { strength: 0.5, dy: 0.03, share: (_, y) => smoothstep(crotch[1] - 0.05, crotch[1] + 0.1, y) },
      seams: [
        ...trouserDetails(legs, waistY, crotch),
        { points: drawn[side].leg.hem.map(([x, y]): Point => [x, y - 0.045]), width: 0.006, strength: 0.18 },
      ],
    };
  });
}
