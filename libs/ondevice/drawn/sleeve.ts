import { gradientNoise } from '../pixels/noise.ts';
import type { Point } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { cuffLine } from './cuff-line.ts';
import { smoothCurve } from './curve.ts';
import { ruffled } from './drape.ts';
import { elbowBeside } from './elbow.ts';
import { creases, type Relief } from './folds.ts';
import type { Following } from './follow-worn.ts';
import type { Measures } from './measures.ts';
import type { Part } from './part.ts';
import { poseSeed } from './pose-seed.ts';
import { type Side, sign } from './side.ts';
import { sleeveCreases } from './sleeve-creases.ts';
import { bendOf, sleeveFold } from './sleeve-folds.ts';
import { sleeveForm } from './sleeve-form.ts';
import { onTube, tubeAxis } from './tube.ts';
import { underCap } from './under-cap.ts';

/** How far down the arm a sleeve follows the worn outline, and how far outside of that it lies. */
export type SleeveFollows = { until: number } & Pick<Following, 'ease' | 'grows' | 'far'>;

/** How a sleeve is cut; lengths in shoulder widths. */
export type SleeveCut = {
  /** Where it ends: 0 at the shoulder, 1 at the elbow, 2 at the wrist. */
  end: number;
  /** Its half width is the arm's times `ease` plus `extra`, at its end times `endEase`. */
  ease: number;
  extra: number;
  endEase?: number;
  folds?: number;
  /** How much wider its folds are than those of cotton. */
  soft?: number;
  lift?: number;
  /** Where it begins on the shoulder, as a share of the way to the joint. */
  seam?: number;
  follows?: SleeveFollows;
  /** The form of the trunk: near the armhole the sleeve continues it. */
  trunk: Relief;
};

/** A sleeve's part and the line of its end, from the outside inwards. */
export type Sleeve = Part & { end: readonly Point[] };

const steps = 36;
/** A sleeve hangs from the shoulder, on which it lies close: how loose it is at `t`, as a share. */
const looseAt = (t: number): number => smoothstep(0, 0.55, t);
/** How far a cap begins below the top of the shoulder. */
const sunk = 0.03;
/** How far a cap lies above the end of the trunk's shoulder. */
const aboveTrunk = 0.014;
/** Over which distance the folds of both halves of a bent sleeve go over into each other. */
const acrossBend = 0.018;

/** A tube of cloth round an arm, joined to the shoulder. */
export function sleeve(measures: Measures, side: Side, cut: SleeveCut): Sleeve {
  const { end, ease, extra, endEase = 1, folds = 1, soft = 1, lift = 0.02, seam = 0.93 } = cut;
  const { arms, tips, pits, shoulderTop } = measures;
  const arm = arms[side];
  const outward = sign(side);
  const axis = tubeAxis(arm, end);
  const radius = (t: number) =>
    arm.radius(t) * mix(1, ease * mix(1, endEase, (t / end) ** 2), looseAt(t)) + extra * looseAt(t);
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
  const bend = bendOf(arm);
  const atElbow = Math.max(4, outer.length - range(1).length);
  const elbow = end > 1.1 ? elbowBeside(outer[atElbow]!, arm, radius(1), outward) : [];
  const cuff = cuffLine(outer.at(-1)!, inner.at(-1)!, axis.normals[steps]!, 0.22 * radius(end));
  // Below the top of the shoulder, out of which its cap comes: two borders would not meet exactly.
  const start: Point = [shoulderTop(side, seam)[0], shoulderTop(side, seam)[1] - lift + sunk];
  const cap = underCap(measures, side, lift);
  const tip: Point = [tips[side][0] + outward * 0.012, tips[side][1] - lift * 0.6];
  const armhole: Point = [mix(inner[0]![0], start[0], 0.45) - outward * 0.03, mix(inner[0]![1], start[1], 0.5)];
  const length = Math.hypot(arm.joints[1][0] - arm.joints[0][0], arm.joints[1][1] - arm.joints[0][1]);
  const armholeSeam = smoothCurve([inner[0]!, armhole, start], 10);
  const creased = creases(
    sleeveCreases((t, beside) => rim(clamp(Math.round((t / end) * steps), 0, steps), beside), end, {
      folds: 0.5 * folds,
      soft,
      side,
    }),
  );
  const fall = { length, bend, outward, soft, seed: poseSeed(measures) + 5 + side };
  return {
    outline: [
      ...smoothCurve([start, [cap[0], cap[1] - aboveTrunk], tip, outer[3] ?? outer[0]!], 10),
      ...outer.slice(4, atElbow),
      ...elbow,
      ...outer.slice(atElbow),
      ...cuff,
      ...inner.toReversed(),
      ...armholeSeam,
    ],
    form: sleeveForm({ arm, axis, radius, length, outward, trunk: cut.trunk }),
    drape: (x, y) => {
      const place = onTube(axis, x, y);
      const folded = sleeveFold(place, radius(clamp(place.along, 0.25, end)), fall);
      return creased(x, y) + folds * (folded + ruffled(measures.scale, x, y, 5 + side));
    },
    cloth: (x, y) => {
      const { along, across } = onTube(axis, x, y);
      return [across + outward * 0.7, along * length];
    },
    sleeve: side,
    ...(elbow.length > 0 && { blend: acrossBend }),
    ...(cut.follows && {
      follows: {
        ...cut.follows,
        share: (x: number, y: number) => {
          const { along, across } = onTube(axis, x, y);
          // Between the top of the shoulder and the armpit its inside lies on the trunk.
          if (outward * across > 0 && along < 0.5 && y > tips[side][1]) return undefined;
          return 1 - smoothstep(-0.25, 0, along - cut.follows!.until);
        },
        stays: (x: number, y: number) => {
          const { along, across } = onTube(axis, x, y);
          return along < 0.5 && (outward * (x - start[0]) < 0 || (outward * across > 0 && y > start[1]));
        },
      },
    }),
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
