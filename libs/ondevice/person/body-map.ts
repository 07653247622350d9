import type { Plane, Size } from '../pixels/plane.ts';
import { distanceBetween, midpoint, type Point } from '../pixels/points.ts';
import { clamp, mix, norm, smoothstep } from '../pixels/scalar.ts';
import { type Arm, acrossTorso, type BodyFrame, downTorso } from './body-frame.ts';

/** Which part of the body a pixel belongs to. */
export const bodyPart = { torso: 1, leftUpperArm: 2, leftForearm: 3, rightUpperArm: 4, rightForearm: 5 } as const;

/**
 * Coordinates on the body for every pixel. `u`, `v`: torso coordinates (see BodyFrame). `along`: on the nearest arm, 0
 * at the shoulder, 1 at the elbow, 2 at the wrist. `across`: -1..1 over that arm's width.
 */
export type BodyMap = { part: Uint8Array; u: Plane; v: Plane; along: Plane; across: Plane };

/** Assigns every pixel of the person to torso or arms (the ground counts as torso), by distance relative to the arms' widths as the matte shows them. */
export function mapBody(frame: BodyFrame, matte: Plane, size: Size): BodyMap {
  const plane = () => new Float32Array(matte.length);
  const map: BodyMap = {
    part: new Uint8Array(matte.length).fill(bodyPart.torso),
    u: plane(),
    v: plane(),
    along: plane(),
    across: plane(),
  };
  const bones = frame.arms.flatMap((arm, which) => bonesOf(arm, which, frame.shoulderWidth, matte, size));
  for (let i = 0; i < matte.length; i++) {
    const x = i % size.width;
    const y = (i - x) / size.width;
    const u = acrossTorso(frame, x, y);
    const v = downTorso(frame, x, y);
    map.u[i] = u;
    map.v[i] = v;
    if (matte[i]! < 0.01) continue;
    let nearest = 1;
    let on: Bone | undefined;
    for (let k = 0; k < bones.length; k++) {
      const bone = bones[k]!;
      const { within } = bone;
      if ((x - within.x) * (x - within.x) + (y - within.y) * (y - within.y) > within.squared) continue;
      const distance = distanceFrom(bone, x, y, u, v);
      if (distance >= nearest) continue;
      nearest = distance;
      on = bone;
    }
    if (!on) continue;
    map.part[i] = on.part;
    const along = alongBone(on, x, y);
    map.along[i] = on.lower ? 1 + clamp(along, 0, 1.6) : clamp(along, -0.2, 1);
    const sideways = ((x - on.from[0]) * -on.dy + (y - on.from[1]) * on.dx) / on.length;
    map.across[i] = sideways / widthAt(on, clamp(along, 0, 1));
  }
  return map;
}

/** An upper arm or a forearm, from its joint nearer to the body. */
type Bone = {
  side: 1 | -1;
  elbowSeen: boolean;
  lower: boolean;
  part: number;
  from: Point;
  dx: number;
  dy: number;
  length: number;
  /** Half-widths at its ends, and the share of its length over which it goes from the one to the other. */
  widths: readonly [number, number];
  taper: number;
  /** A circle round all that can be on it: its centre, and its radius squared. */
  within: { x: number; y: number; squared: number };
};

/** How much farther than an arm's half-width what lies beside it may be its. */
const beyondWidth = 1.45;

function bonesOf(arm: Arm, which: number, shoulderWidth: number, matte: Plane, size: Size): Bone[] {
  const { side, shoulder, elbow, wrist, elbowSeen } = arm;
  const upper = halfWidth([shoulder, elbow], 0.7, shoulderWidth * 0.2, matte, size);
  const lower = halfWidth([elbow, wrist], 0.5, shoulderWidth * 0.16, matte, size);
  return [
    { lower: false, from: shoulder, to: elbow, widths: [shoulderWidth * 0.2, upper] as const, taper: 1 / 1.6 },
    { lower: true, from: elbow, to: wrist, widths: [upper * 0.95, lower * 0.85] as const, taper: 1 },
  ].map(({ to, ...bone }) => {
    const part = bodyPart.leftUpperArm + which * 2 + (bone.lower ? 1 : 0);
    const length = distanceBetween(bone.from, to) || 1;
    const [dx, dy] = [to[0] - bone.from[0], to[1] - bone.from[1]];
    const [x, y] = midpoint(bone.from, to);
    const within = { x, y, squared: (length / 2 + beyondWidth * Math.max(...bone.widths) + 1) ** 2 };
    return { ...bone, side, elbowSeen, part, dx, dy, length, within };
  });
}

/** How far an arm reaches from the place `t` (0..1) on a bone, as far to both sides as the matte does on one, within what is to be `expected`. */
function halfWidth(
  [from, to]: readonly [Point, Point],
  t: number,
  expected: number,
  matte: Plane,
  { width, height }: Size,
): number {
  const x = mix(from[0], to[0], t);
  const y = mix(from[1], to[1], t);
  const length = distanceBetween(from, to) || 1;
  const normal: Point = [-(to[1] - from[1]) / length, (to[0] - from[0]) / length];
  const reach = (side: 1 | -1) => {
    let r = 0;
    for (; r < expected * 1.6; r++) {
      const px = Math.round(x + side * normal[0] * r);
      const py = Math.round(y + side * normal[1] * r);
      if (px < 0 || py < 0 || px >= width || py >= height || matte[py * width + px]! < 0.4) break;
    }
    return r;
  };
  return clamp(Math.min(reach(1), reach(-1)), expected * 0.45, expected * 1.25);
}

/** Where the foot of a pixel lies along a bone: 0 at its beginning, 1 at its end. */
const alongBone = ({ from, dx, dy }: Bone, x: number, y: number): number =>
  ((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1);

/** The half-width at `t` (0..1) along a bone, in pixels. */
const widthAt = ({ widths, taper }: Bone, t: number): number => mix(widths[0], widths[1], Math.min(1, t / taper));

/** Distance from an arm's bone relative to the arm's width (< 1: on the arm). */
function distanceFrom(bone: Bone, x: number, y: number, u: number, v: number): number {
  const t = clamp(alongBone(bone, x, y), 0, 1);
  const beside = norm(x - bone.from[0] - t * bone.dx, y - bone.from[1] - t * bone.dy);
  let relative = beside / (beyondWidth * widthAt(bone, t));
  // The chest lies within the upper arm's reach: only what is outside the armhole line is arm.
  const outward = bone.side * u;
  if (!bone.elbowSeen) relative += Math.max(0, 0.48 - outward) * 8;
  if (bone.lower) {
    if (outward < 0.3 && v < 0.95) relative += 0.12;
  } else {
    relative += Math.max(0, 0.43 - outward) * 5 * (1 - 0.6 * smoothstep(0.3, 0.9, t));
    if (v < -0.02 && t <= 0.02) relative += 0.25;
  }
  return relative;
}
