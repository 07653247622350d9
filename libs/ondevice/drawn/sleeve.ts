import { gradientNoise } from '../pixels/noise.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { smoothCurve } from './curve.ts';
import { ruffled } from './drape.ts';
import { type Crease, chances, creases, type Relief, wrinkles } from './folds.ts';
import { alongLimb } from './limb.ts';
import type { Measures } from './measures.ts';
import type { Part } from './part.ts';
import { type Side, sign } from './side.ts';
import { onTube, tubeAxis } from './tube.ts';

/** How a sleeve is cut; lengths in shoulder widths. */
export type SleeveCut = {
  /** Where it ends: 0 at the shoulder, 1 at the elbow, 2 at the wrist. */
  end: number;
  /** Its half width is the arm's times `ease` plus `extra`, at its end times `endEase`. */
  ease: number;
  extra: number;
  endEase?: number;
  folds?: number;
  lift?: number;
  /** Where it begins on the shoulder, as a share of the way to the joint. */
  seam?: number;
  /** The form of the trunk: near the armhole the sleeve continues it. */
  trunk: Relief;
};

/** A sleeve's part and the line of its end, from the outside inwards. */
export type Sleeve = Part & { end: readonly Point[] };

const steps = 36;

/** A tube of cloth round an arm, joined to the shoulder. */
export function sleeve(measures: Measures, side: Side, cut: SleeveCut): Sleeve {
  const { end, ease, extra, endEase = 1, folds = 1, lift = 0.02, seam = 0.93 } = cut;
  const { arms, tips, pits, shoulderTop } = measures;
  const arm = arms[side];
  const outward = sign(side);
  const axis = tubeAxis(arm, end);
  const radius = (t: number) => arm.radius(t) * ease * mix(1, endEase, (t / end) ** 2) + extra;
  /** A point of the outline: `beside` 1 on the outside of the arm, -1 on its inside. */
  const rim = (i: number, beside: 1 | -1): Point => {
    const t = (end * i) / steps;
    const wobble =
      0.006 *
      folds *
      smoothstep(0.1, 0.5, i / steps) *
      (gradientNoise(t * 4.5, beside * 9 + side) + 0.5 * gradientNoise(t * 9, beside * 5));
    const out = (radius(t) + wobble) * beside * -outward;
    return [axis.points[i]![0] + axis.normals[i]![0] * out, axis.points[i]![1] + axis.normals[i]![1] * out];
  };
  const range = (from: number) =>
    Array.from({ length: steps + 1 }, (_, i) => i).filter((i) => (end * i) / steps > from);
  const outer = range(Math.min(0.22, end * 0.4)).map((i) => rim(i, 1));
  const inner = range(Math.min(0.33, end * 0.6)).map((i) => rim(i, -1));
  const cuff = cuffLine(outer.at(-1)!, inner.at(-1)!, axis.normals[steps]!, 0.22 * radius(end));
  const start: Point = [shoulderTop(side, seam)[0], shoulderTop(side, seam)[1] - lift];
  const tip: Point = [tips[side][0] + outward * 0.012, tips[side][1] - lift * 0.6];
  const armhole: Point = [mix(inner[0]![0], start[0], 0.45) - outward * 0.03, mix(inner[0]![1], start[1], 0.5)];
  const under = cut.trunk(alongLimb(arm, 0.3)[0] - outward * 0.03, alongLimb(arm, 0.3)[1]) - 0.64 * radius(0.3);
  const form: Relief = (x, y) => {
    const { along, across } = onTube(axis, x, y);
    const half = radius(clamp(along, 0.25, end));
    const q = clamp(across / half, -1.1, 1.1);
    const tube = 0.8 * half * Math.sqrt(1 - 0.81 * q * q) + under;
    const share = smoothstep(0.12, 0.5, along);
    return share >= 1 ? tube : mix(cut.trunk(x, y), tube, share);
  };
  const armholeSeam = smoothCurve([inner[0]!, armhole, start], 10);
  const creased = creases(sleeveCreases(rim, end, 0.75 * folds, side));
  const wrinkled = wrinkles(0.006 * folds, 5 + side, 0.17, 0.34);
  const length = Math.hypot(arm.joints[1][0] - arm.joints[0][0], arm.joints[1][1] - arm.joints[0][1]);
  return {
    outline: [
      ...smoothCurve([start, tip, outer[3] ?? outer[0]!], 10),
      ...outer.slice(4),
      ...cuff,
      ...inner.toReversed(),
      ...armholeSeam,
    ],
    form,
    folds: (x, y) => creased(x, y) + wrinkled(x, y) + folds * ruffled(measures.scale, x, y, 5 + side),
    cloth: (x, y) => {
      const { along, across } = onTube(axis, x, y);
      return [across + outward * 0.7, along * length];
    },
    sleeve: side,
    round: 0.025,
    rim: 0.32,
    // Near the armhole it ends at a seam, not at an edge of the garment.
    turns: (x, y) => smoothstep(0.15, 0.55, onTube(axis, x, y).along),
    shadow: {
      strength: 0.5,
      dx: -outward * 0.018,
      dy: 0.025,
      blur: 0.03,
      share: (_, y) => smoothstep(pits[side][1] - 0.22, pits[side][1] + 0.12, y),
    },
    seams: [{ points: armholeSeam, width: 0.007, strength: 0.13 }],
    end: cuff,
  };
}

/** The end of a tube, seen a little from above or below: a bow between its two sides. */
function cuffLine(a: Point, b: Point, normal: Point, bow: number): Point[] {
  return Array.from({ length: 9 }, (_, i): Point => {
    const q = i / 8;
    const out = bow * (1 - (2 * q - 1) ** 2);
    return [mix(a[0], b[0], q) + normal[1] * out, mix(a[1], b[1], q) - normal[0] * out];
  });
}

/**
 * Creases of a sleeve: out of the armpit across the upper arm, fanned round the inside of the elbow, pushed together above the wrist.
 * Regular rings would look like a spring.
 */
function sleeveCreases(rim: (i: number, beside: 1 | -1) => Point, end: number, folds: number, side: Side): Crease[] {
  const chance = chances(77 + side);
  const at = (t: number, beside: 1 | -1) => rim(clamp(Math.round((t / end) * steps), 0, steps), beside);
  const crease = (t: number, beside: 1 | -1, rise: number, reach: number, depth: number): Crease => {
    const start = t + 0.05 * (chance() - 0.5);
    const [from, to] = [at(start, beside), at(start + rise + 0.08 * (chance() - 0.5), beside === 1 ? -1 : 1)];
    const far = reach * (0.8 + 0.35 * chance());
    return {
      from,
      to: [mix(from[0], to[0], far), mix(from[1], to[1], far)],
      width: 0.017 + 0.014 * chance(),
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
