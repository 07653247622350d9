import type { Subject } from '../garment/subject.ts';
import { hipsSeen } from '../person/body-frame.ts';
import { joint } from '../person/find-pose.ts';
import { distanceBetween, midpoint, type Point } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { type Limb, measureLimb } from './limb.ts';
import { measureNeck, type Neck } from './neck.ts';
import { type Figure, shoulderTip, shoulderTops, trunkHalves } from './outline-of-body.ts';
import { lightOfPhotograph, type PhotographLight } from './photograph-light.ts';
import { both, type Pair, type Side, sign } from './side.ts';
import type { WornLight, WornOutline } from './taken-from-worn.ts';

/**
 * A person's measures, in body coordinates: in shoulder widths (the distance of the shoulder joints), x
 * across to the picture's right, y down the spine, 0 in the middle of the shoulder line. A leaning trunk is upright in them.
 */
export type BodyMeasures = {
  /** Pixels of a shoulder width. */
  scale: number;
  toBody: (x: number, y: number) => Point;
  toImage: (point: Point) => Point;
  shoulders: Pair<Point>;
  /** Outer ends of the shoulders. */
  tips: Pair<Point>;
  arms: Pair<Limb>;
  legs: Pair<Limb>;
  fingers: Pair<Point>;
  toes: Pair<Point>;
  seen: { elbows: Pair<boolean>; wrists: Pair<boolean>; hips: boolean; knees: Pair<boolean>; ankles: Pair<boolean> };
  /** y of the hip line: v, 0 on the shoulder line and 1 on the hip line, is y / torso. */
  torso: number;
  /** Half the body's width at `v`, without the arms. */
  half: (side: Side, v: number) => number;
  /** Where the shoulder's top edge is at `share`, 0 on the spine to 1 above the joint. */
  shoulderTop: (side: Side, share: number) => Point;
  /** The middle of the armpit. */
  pits: Pair<Point>;
  /** Lowest point of the chin, and half the width of the face. */
  chin: Point;
  faceHalf: number;
  neck: Neck;
};

/** A person's measures, and the light of the photograph, for drawing clothes. */
export type Measures = BodyMeasures &
  PhotographLight & {
    /** What of the light and of the outline of the worn clothes is taken over, once it is known what those are. */
    wornLight?: WornLight;
    wornOutline?: WornOutline;
    /** Whether a worn collar hides the neck, whose skin is not known: then the new garment stands as high (`closeWornCollar`). */
    neckHidden?: boolean;
  };

/** Shares of the torso's length at which its width is measured, and the half widths that bodies have there. */
const levels = [
  { v: 0.36, least: 0.4, most: 0.54 },
  { v: 0.66, least: 0.34, most: 0.5 },
  { v: 1.02, least: 0.42, most: 0.6 },
] as const;

/** Measures a person and the light on them, for which the shading has to be separated. */
export const measure = (subject: Subject): Measures => ({ ...measureBody(subject), ...lightOfPhotograph(subject) });

/** Measures a person from pose, matte and labels. */
export function measureBody(subject: Subject): BodyMeasures {
  const { frame } = subject.parsed;
  const { neck, right, down, shoulderWidth: scale } = frame;
  const toBody = (x: number, y: number): Point => [
    ((x - neck[0]) * right[0] + (y - neck[1]) * right[1]) / scale,
    ((x - neck[0]) * down[0] + (y - neck[1]) * down[1]) / scale,
  ];
  const toImage = (point: Point): Point => [
    neck[0] + (right[0] * point[0] + down[0] * point[1]) * scale,
    neck[1] + (right[1] * point[0] + down[1] * point[1]) * scale,
  ];
  const figure: Figure = { subject, scale, toBody, toImage };
  const [first, second] = frame.arms;
  const ordered = first.side < 0 ? ([first, second] as const) : ([second, first] as const);
  const leftFirst = first.side > 0 ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const place = (which: number): Point => toBody(...frame.at(which));
  const torso = distanceBetween(neck, midpoint(frame.at(joint.leftHip), frame.at(joint.rightHip))) / scale;
  const widths = levels.map((level) => trunkHalves(figure, level.v * torso, level.least, level.most));
  const half = (side: Side, v: number): number => {
    const [chest, waist, hip] = widths as [Pair<number>, Pair<number>, Pair<number>];
    return v < levels[1].v
      ? mix(chest[side], waist[side], clamp((v - levels[0].v) / (levels[1].v - levels[0].v), 0, 1))
      : mix(waist[side], hip[side], clamp((v - levels[1].v) / (levels[2].v - levels[1].v), 0, 1));
  };
  const shoulders = both((side) => toBody(...ordered[side].shoulder));
  const tips = both((side) => shoulderTip(figure, shoulders[side], side));
  const arms = both((side) => {
    const { shoulder, elbow, wrist } = ordered[side];
    return measureLimb(figure, [toBody(...shoulder), toBody(...elbow), toBody(...wrist)], [0.17, 0.145]);
  });
  const legs = both((side) => {
    const [hip, knee, ankle] = (['Hip', 'Knee', 'Ankle'] as const).map((name) =>
      place(joint[`${leftFirst[side]}${name}`]),
    );
    return measureLimb(figure, [hip!, knee!, ankle!], [0.24, 0.16]);
  });
  const seenLeg = (name: 'Knee' | 'Ankle') => both((side) => frame.seen(joint[`${leftFirst[side]}${name}`]) > 0.5);
  return {
    ...{ scale, toBody, toImage, shoulders, tips, arms, legs, torso, half },
    fingers: both((side) => place(joint[`${leftFirst[side]}Index`])),
    toes: both((side) => place(joint[`${leftFirst[side]}Foot`])),
    seen: {
      elbows: both((side) => ordered[side].elbowSeen),
      wrists: both((side) => ordered[side].wristSeen),
      hips: hipsSeen(frame),
      knees: seenLeg('Knee'),
      ankles: seenLeg('Ankle'),
    },
    shoulderTop: shoulderTops(figure, shoulders, tips, toBody(...frame.head.chin)),
    pits: both((side) => [mix(shoulders[side][0], sign(side) * half(side, 0.3), 0.75), 0.27 * torso]),
    chin: toBody(...frame.head.chin),
    faceHalf: frame.head.width / 2 / scale,
    neck: measureNeck(figure, toBody(...frame.head.chin), frame.head.width / 2 / scale),
  };
}
