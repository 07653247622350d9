import { alongLimb, type BodyMeasures, type Limb, type Pair } from '../drawn/measures.ts';
import { canDraw } from '../drawn/pose.ts';
import { shouldersBelow } from '../person/body-frame.ts';
import { joint } from '../person/find-pose.ts';
import { label } from '../person/labels.ts';
import { clothDistance, type Triple } from '../pixels/colour.ts';
import { clusterColours } from '../pixels/colour-clusters.ts';
import type { Point } from '../pixels/points.ts';
import { clamp } from '../pixels/scalar.ts';
import { mean } from '../pixels/statistics.ts';
import type { Subject } from './subject.ts';
import type { Worn } from './worn.ts';

/** A worn cloth: how strongly it is printed (0 plain, 1 strongly) and how light it is (luminance 0..1). */
export type SeenCloth = { print: number; light: number };

/** What is taken for the worn cloth where none is seen. */
export const usualCloth: SeenCloth = { print: 0, light: 0.5 };

/**
 * What is worn on the legs: round `both` of them, round `each`, or nothing but skin (`neither`). `length`: 0 at the hip, 1 at the knee, 2 at the
 * ankle.
 */
export type SeenLower = SeenCloth & { around: 'both' | 'each' | 'neither'; length: number };

/** What the photograph shows of the clothes, as far as it decides how new ones are rendered. */
export type SeenClothes = {
  /** `sleeve`: 0 none, 1 to the elbow, 2 to the wrist, undefined if the picture ends above their ends; undefined where no cloth is seen. */
  upper: (SeenCloth & { sleeve: number | undefined }) | undefined;
  /** undefined if the picture ends above the legs. */
  lower: SeenLower | undefined;
  /** Upper and lower are one dress. */
  oneDress: boolean;
  /** Whether pose and view let a new outline be drawn. */
  drawable: { upper: boolean; lower: boolean };
};

/** OKLab difference from which two cloths are not the same. */
const otherCloth = 0.07;
/** Share of the picture that has to be cloth for it to be worn there. */
const leastSeen = 0.004;

/** Reads {@link SeenClothes} from a photograph. */
export function seeClothes(subject: Subject, worn: Worn, measures: BodyMeasures): SeenClothes {
  const { size, parsed } = subject;
  const [upper, lower] = [clothAt(subject, label.top), clothAt(subject, label.bottom)];
  const legs = seeLegs(subject);
  const { arms } = parsed.frame;
  // Below the picture a sleeve goes on.
  const cut = arms.every(({ elbow, elbowSeen }) => !elbowSeen || elbow[1] > size.height);
  return {
    upper: upper && { ...upper.cloth, sleeve: cut ? undefined : worn.sleeve },
    lower: legs && { ...usualCloth, ...lower?.cloth, ...legs },
    oneDress: legs?.around === 'both' && !!upper && !!lower && clothDistance(upper.main, lower.main) < otherCloth,
    // Where the shoulders are below the picture their place is a guess.
    drawable: shouldersBelow(parsed.frame, size) ? { upper: false, lower: false } : canDraw(measures),
  };
}

/** The print is the share of other colours than the main one, weighed by how much they stand out; undefined where too little cloth is seen. */
function clothAt({ parsed, matte, shading }: Subject, which: number): { cloth: SeenCloth; main: Triple } | undefined {
  const pixels: number[] = [];
  for (let i = 0; i < matte.length; i += 3) if (parsed.labels[i] === which && matte[i]! > 0.9) pixels.push(i);
  if (pixels.length * 3 < leastSeen * matte.length) return undefined;
  const { clusters } = clusterColours(parsed.oklab, pixels);
  const main = clusters[0]!.oklab;
  const print = clusters.reduce(
    (sum, { oklab, share }) => sum + share * clamp(clothDistance(oklab, main) / 0.2, 0, 1),
    0,
  );
  return { cloth: { print, light: mean(Float32Array.from(pixels, (i) => shading.luminance[i]!)) }, main };
}

/** Steps along a leg, from below the hip to the ankle; 1 is the knee. */
const places = Array.from({ length: 18 }, (_, k) => 0.3 + k * 0.1);
/** A leg has to be in the picture down to there for something to be worn on it. */
const leastInPicture = 0.35;
/** How many steps without cloth end a garment: fewer are holes. */
const bareSteps = 3;
/** Share of the middle between the legs, above the hem, that is a gap between them. */
const leastGap = 0.06;

/** What is worn round the legs and how far down, from the labels along their bones; undefined if they are not in the picture. */
export function seeLegs(subject: Subject): Pick<SeenLower, 'around' | 'length'> | undefined {
  const { frame } = subject.parsed;
  const leg = (...joints: [number, number, number]): Limb => {
    const [hip, knee, ankle] = joints;
    return { joints: [frame.at(hip), frame.at(knee), frame.at(ankle)] };
  };
  const legs: Pair<Limb> = [
    leg(joint.leftHip, joint.leftKnee, joint.leftAnkle),
    leg(joint.rightHip, joint.rightKnee, joint.rightAnkle),
  ];
  const looks = legs.map((one) => alongLeg(subject, one));
  if (looks.every(({ seenTo }) => seenTo < leastInPicture)) return undefined;
  const length = Math.max(...looks.map(({ clothTo }) => clothTo));
  if (length < leastInPicture) return { around: 'neither', length: 0 };
  const cut = looks.some(({ seenTo, clothTo }) => clothTo >= seenTo - 0.05 && seenTo < 1.9);
  const split = gapShare(subject, legs, length) > leastGap || (cut && length < 0.9) || length > 1.75;
  // What goes on below the picture goes on to the ankle.
  return { around: split ? 'each' : 'both', length: cut || length > 1.8 ? 2 : length };
}

function labelAt({ size, parsed }: Subject, [x, y]: Point): number | undefined {
  if (x < 0 || y < 0 || x >= size.width || y >= size.height) return undefined;
  return parsed.labels[Math.floor(y) * size.width + Math.floor(x)];
}

/** How far down a leg the picture and the cloth on it go. */
function alongLeg(subject: Subject, leg: Limb): { seenTo: number; clothTo: number } {
  const { right, shoulderWidth } = subject.parsed.frame;
  let [seenTo, clothTo, bare] = [0, 0, 0];
  for (const t of places) {
    const [x, y] = alongLimb(leg, t);
    const seen = [-0.06, -0.03, 0, 0.03, 0.06]
      .map((u) => labelAt(subject, [x + right[0] * u * shoulderWidth, y + right[1] * u * shoulderWidth]))
      .filter((which) => which !== undefined);
    if (seen.length < 3) break;
    seenTo = t;
    if (seen.filter((which) => which === label.bottom).length * 2 > seen.length) [clothTo, bare] = [t, 0];
    else if (++bare > bareSteps) break;
  }
  return { seenTo, clothTo };
}

/** Which share of the middle between the legs, above the hem, shows something else than cloth. */
function gapShare(subject: Subject, legs: Pair<Limb>, length: number): number {
  const { right, shoulderWidth } = subject.parsed.frame;
  let [all, open] = [0, 0];
  for (let t = Math.max(0.45, length - 0.4); t < length - 0.03; t += 0.02) {
    const [a, b] = [alongLimb(legs[0], t), alongLimb(legs[1], t)];
    for (let u = -0.12; u <= 0.12; u += 0.02) {
      const which = labelAt(subject, [
        (a[0] + b[0]) / 2 + right[0] * u * shoulderWidth,
        (a[1] + b[1]) / 2 + right[1] * u * shoulderWidth,
      ]);
      if (which === undefined) continue;
      all++;
      if (which === label.background || which === label.skin) open++;
    }
  }
  return all > 20 ? open / all : 0;
}
