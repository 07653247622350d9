import type { SkirtCut } from '../garment/leg-cuts.ts';
import { gradientNoise } from '../pixels/noise.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { besideBody } from './beside-body.ts';
import { smoothCurve, xAlong } from './curve.ts';
import { type Crease, chances, creases, flutes, pleats, type Relief, wrinkles } from './folds.ts';
import { alongLimb } from './limb.ts';
import type { Measures } from './measures.ts';
import type { Part } from './part.ts';
import { both, type Side, sign } from './side.ts';
import { usualHalf } from './tights.ts';

/** A skirt's cut and where it ends: 0 at the hip, 1 at the knee, 2 at the ankle. */
export type SkirtShape = { cut: SkirtCut; length: number };

/** A skirt's lines from the waist down, for a skirt of its own and for that of a dress; in body coordinates. */
export type SkirtLines = {
  /** Side seam from below the waist to the hem. */
  side: (side: Side) => readonly Point[];
  hemY: number;
  hemBow: number;
  hemFold: (s: number) => number;
  /** Folds at `s`, -1..1 across. */
  relief: (x: number, y: number, s: number) => number;
};

/** How far the hem of a knee-length skirt lies beyond the hip, in shoulder widths, and how deep its folds are. */
const cuts: Readonly<Record<SkirtCut, { flare: number; folds: number }>> = {
  'a-line skirt': { flare: 0.29, folds: 0.085 },
  'pleated skirt': { flare: 0.33, folds: 0.042 },
  'straight skirt': { flare: -0.02, folds: 0 },
};
const pleatCount = 13;
const waistband = 0.085;

/** Where `length` (0 hip, 1 knee, 2 ankle) is on the legs: the middle between them. */
export function middleOfLegs({ legs }: Measures, length: number): Point {
  const [a, b] = [alongLimb(legs[0], length), alongLimb(legs[1], length)];
  return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
}

/** The lines of a skirt on this person, from its waist (v) down: wide enough for both legs, however far they are apart. */
export function skirtLines(measures: Measures, { cut, length }: SkirtShape, waistV = 0.7): SkirtLines {
  const { legs, half, torso } = measures;
  const { flare, folds } = cuts[cut];
  const [middle, hemY] = middleOfLegs(measures, length);
  const kneeY = middleOfLegs(measures, 1)[1];
  // Longer ones fall ever straighter.
  const widening = flare * Math.min(1.45, Math.max(0.35, (hemY - torso) / (kneeY - torso)));
  const hemX = (side: Side): number => {
    const outward = sign(side);
    const leg = alongLimb(legs[side], length)[0] - middle;
    return (
      middle +
      outward *
        Math.max(
          half(side, 1) + widening,
          outward * leg + Math.min(legs[side].radius(length), 1.25 * usualHalf(length)) + 0.04,
        )
    );
  };
  const loose = flare > 0 ? 1 : 0;
  const waistY = waistV * torso;
  const grown = (y: number) => smoothstep(waistY, hemY, y) ** 0.8;
  const [fluted, pleated] = [flutes(11, 1.3), pleats(pleatCount)];
  const wave = (s: number) => (cut === 'pleated skirt' ? pleated(s) : fluted(s));
  const tight = straightFolds(measures, hemY);
  return {
    side: (side) => [
      besideBody(measures, side, 0.86, 1.06 + 0.03 * loose, 0.02 * loose),
      besideBody(measures, side, 1.04, 1.06 + 0.04 * loose, 0.005 + 0.05 * loose),
      [hemX(side), hemY],
    ],
    hemY,
    hemBow: 0.1 - 0.05 * (1 - loose),
    hemFold: (s) => wave(s) * folds * 0.47,
    relief: (x, y, s) => {
      if (folds === 0) return tight(x, y);
      // A pleat's edge runs down the cloth, not dead straight.
      const wander = cut === 'pleated skirt' ? s + 0.015 * gradientNoise(y / 0.5, 3) * grown(y) : s;
      const growth = cut === 'pleated skirt' ? 0.35 + 0.65 * grown(y) : 1.3 * grown(y);
      return wave(wander) * folds * growth;
    },
  };
}

/** Drags across a narrow skirt: below the waist, at the hips, and between the knees. */
function straightFolds({ half, torso }: Measures, hemY: number): Relief {
  const chance = chances(31);
  const drags = ([0, 1] as const).flatMap((side) =>
    Array.from({ length: 6 }, (_, i): Crease => {
      const y = mix(0.9 * torso, hemY - 0.1, i / 5) + 0.06 * chance();
      const inward = -sign(side);
      const from: Point = [-inward * half(side, 1) * 1.02, y];
      const to: Point = [from[0] + inward * (0.2 + 0.3 * chance()), y + (i < 3 ? 0.14 : -0.1) * (0.4 + chance())];
      return { from, to, width: 0.024 + 0.018 * chance(), depth: inward * 0.012 };
    }),
  );
  return creases(drags);
}

/** A skirt and its waistband, whose top edge is at `waistV`. */
export function skirt(measures: Measures, shape: SkirtShape, waistV: number): Part[] {
  const lines = skirtLines(measures, shape, waistV);
  const { torso } = measures;
  const waist = both((side) => besideBody(measures, side, waistV, 1.05));
  const seam = both((side) => smoothCurve([waist[side], ...lines.side(side)], 14));
  const edge = both((side) => xAlong([waist[side], ...lines.side(side)]));
  const bowed = (y: number, bow: number, from: Point, to: Point, steps: number): Point[] =>
    Array.from({ length: steps + 1 }, (_, i): Point => {
      const s = (2 * i) / steps - 1;
      return [mix(from[0], to[0], i / steps), mix(from[1], to[1], i / steps) + y + bow * (1 - s * s)];
    });
  const hem = bowed(0, lines.hemBow, seam[0].at(-1)!, seam[1].at(-1)!, 160).map(
    ([x, y], i): Point => [x, y + lines.hemFold(i / 80 - 1)],
  );
  const top = bowed(0, 0.02, waist[0], waist[1], 20);
  const across: Relief = (x, y) => {
    const [l, r] = [edge[0](y), edge[1](y)];
    return (2 * (x - l)) / (r - l) - 1;
  };
  const form: Relief = (x, y) => {
    const q = clamp(across(x, y), -1.1, 1.1);
    return 0.5 * ((edge[1](y) - edge[0](y)) / 2) * Math.sqrt(1 - 0.81 * q * q);
  };
  const wrinkled = wrinkles(0.007, 21);
  const cloth = (x: number, y: number): Point => {
    const q = clamp(across(x, y), -1, 1);
    return [(q * (1 + 0.14 * q * q) * (edge[1](y) - edge[0](y))) / 2, y];
  };
  const band = top.map(([x, y]): Point => [x, y + waistband]);
  return [
    {
      outline: [...seam[0], ...hem, ...seam[1].toReversed(), ...top.toReversed()],
      form,
      folds: (x, y) => lines.relief(x, y, clamp(across(x, y), -1, 1)) + wrinkled(x, y),
      cloth,
      shadow: { strength: 0.45, dy: 0.055 },
      seams: [{ points: hem.map(([x, y]): Point => [x, y - 0.03]), width: 0.006, strength: 0.15 }],
    },
    {
      outline: [...top, ...band.toReversed()],
      form,
      cloth: (x, y) => cloth(x, y + 0.3 * torso),
      shadow: { strength: 0.4, dx: 0, dy: 0.015, blur: 0.012 },
    },
  ];
}
