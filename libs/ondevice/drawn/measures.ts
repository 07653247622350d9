import type { Subject } from '../garment/subject.ts';
import { hipsSeen } from '../person/body-frame.ts';
import { bodyPart } from '../person/body-map.ts';
import { joint } from '../person/find-pose.ts';
import { label } from '../person/labels.ts';
import { distanceBetween, midpoint, type Point } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { median } from '../pixels/statistics.ts';
import { lightOfPhotograph, type PhotographLight } from './photograph-light.ts';

/** One of a pair: 0 the one at the left of the picture, 1 the one at its right. */
export type Side = 0 | 1;

/** Both, the one at the left of the picture first. */
export type Pair<T> = readonly [T, T];

/** -1 at the left of the picture, 1 at its right. */
export const sign = (side: Side): 1 | -1 => (side === 0 ? -1 : 1);

/** The same of both sides. */
export const both = <T>(get: (side: Side) => T): Pair<T> => [get(0), get(1)];

/** An arm or a leg in body coordinates by its three joints. */
export type Limb = { joints: readonly [Point, Point, Point] };

/** The point of a limb at `t`: 0, 1 and 2 at its joints. */
export function alongLimb({ joints }: Limb, t: number): Point {
  const [from, to] = t <= 1 ? [joints[0], joints[1]] : [joints[1], joints[2]];
  const share = t <= 1 ? t : t - 1;
  return [mix(from[0], to[0], share), mix(from[1], to[1], share)];
}

/** The usual half width of a leg at `t`, in shoulder widths. */
export const legHalf = (t: number): number => mix(0.24, 0.1, clamp(t / 2, 0, 1));

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
  arms: Pair<Limb>;
  legs: Pair<Limb>;
  seen: { elbows: Pair<boolean>; wrists: Pair<boolean>; hips: boolean; ankles: Pair<boolean> };
  /** y of the hip line: v, 0 on the shoulder line and 1 on the hip line, is y / torso. */
  torso: number;
  /** Half the body's width at `v`, without the arms. */
  half: (side: Side, v: number) => number;
  /** The middle of the armpit. */
  pits: Pair<Point>;
  /** Lowest point of the chin, and half the width of the neck as faces of this width have it. */
  chin: Point;
  neckHalf: number;
};

type Axes = Pick<BodyMeasures, 'scale' | 'toImage'>;

/** A person's measures, and the light of the photograph. */
export type Measures = BodyMeasures & PhotographLight;

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
  const toImage = ([x, y]: Point): Point => [
    neck[0] + (right[0] * x + down[0] * y) * scale,
    neck[1] + (right[1] * x + down[1] * y) * scale,
  ];
  const torso = distanceBetween(neck, midpoint(frame.at(joint.leftHip), frame.at(joint.rightHip))) / scale;
  const reach = (side: Side, y: number) => reachOf(subject, { scale, toImage }, side, y);
  const widths = levels.map(({ v, least, most }) => {
    const seen = both((side) => median([-0.03, 0, 0.03].map((dy) => reach(side, v * torso + dy))));
    return plausible(seen, least, most);
  });
  const half = (side: Side, v: number): number => {
    const lower = v < levels[1].v ? 0 : 1;
    const [from, to] = [levels[lower].v, levels[lower + 1]!.v];
    return mix(widths[lower]![side], widths[lower + 1]![side], clamp((v - from) / (to - from), 0, 1));
  };
  const [first, second] = frame.arms;
  const ordered = first.side < 0 ? ([first, second] as const) : ([second, first] as const);
  const names = first.side > 0 ? (['right', 'left'] as const) : (['left', 'right'] as const);
  const shoulders = both((side) => toBody(...ordered[side].shoulder));
  const at = (side: Side, name: 'Hip' | 'Knee' | 'Ankle') => frame.at(joint[`${names[side]}${name}`]);
  const limb = (a: Point, b: Point, c: Point): Limb => ({ joints: [toBody(...a), toBody(...b), toBody(...c)] });
  return {
    scale,
    toBody,
    toImage,
    shoulders,
    arms: both((side) => limb(ordered[side].shoulder, ordered[side].elbow, ordered[side].wrist)),
    legs: both((side) => limb(at(side, 'Hip'), at(side, 'Knee'), at(side, 'Ankle'))),
    seen: {
      elbows: both((side) => ordered[side].elbowSeen),
      wrists: both((side) => ordered[side].wristSeen),
      hips: hipsSeen(frame),
      ankles: both((side) => frame.seen(joint[`${names[side]}Ankle`]) > 0.5),
    },
    torso,
    half,
    pits: both((side) => [mix(shoulders[side][0], sign(side) * half(side, 0.3), 0.75), 0.27 * torso]),
    chin: toBody(...frame.head.chin),
    neckHalf: clamp((0.4 * frame.head.width) / scale, 0.13, 0.22),
  };
}

/** How far the trunk reaches from the spine to a side at a height, without the arm, in steps of a pixel. */
function reachOf({ parsed, body, matte, size }: Subject, { scale, toImage }: Axes, side: Side, y: number): number {
  const isTrunk = (r: number): boolean => {
    const [px, py] = toImage([sign(side) * r, y]).map(Math.floor) as [number, number];
    const i = py * size.width + px;
    if (px < 0 || px >= size.width || !(matte[i]! >= 0.5)) return false;
    return r <= 0.24 || (body.part[i] === bodyPart.torso && parsed.labels[i] !== label.skin);
  };
  let r = 0;
  while (r < 0.8 && isTrunk(r)) r += 1 / scale;
  return r;
}

/** Half widths within what bodies have: arms that touch the trunk and wide clothes say little. */
function plausible([left, right]: Pair<number>, least: number, most: number): Pair<number> {
  if (left + right <= 1.6 * least || left + right >= 2.3 * most) return both(() => (least + most) / 2);
  const middle = clamp((left + right) / 2, least, most);
  return both((side) => clamp(side === 0 ? left : right, middle * 0.85, middle * 1.15));
}
