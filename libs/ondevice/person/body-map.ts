import type { Plane, Size } from '../pixels/plane.ts';
import { distanceBetween, type Point, toSegment } from '../pixels/points.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { type Arm, type BodyFrame, torsoCoordinates } from './body-frame.ts';

/** Which part of the body a pixel belongs to. */
export const bodyPart = { torso: 1, leftUpperArm: 2, leftForearm: 3, rightUpperArm: 4, rightForearm: 5 } as const;

/**
 * Coordinates on the body for every pixel. `u`, `v`: torso coordinates (see BodyFrame). `along`: on the nearest arm, 0
 * at the shoulder, 1 at the elbow, 2 at the wrist. `across`: -1..1 over that arm's width.
 */
export type BodyMap = { part: Uint8Array; u: Plane; v: Plane; along: Plane; across: Plane };

type MeasuredArm = Arm & { upperWidth: number; lowerWidth: number };

/** Assigns every pixel of the person to torso or arms (the ground counts as torso), by distance relative to the arms' widths as the matte shows them. */
export function mapBody(frame: BodyFrame, matte: Plane, size: Size): BodyMap {
  const count = matte.length;
  const map: BodyMap = {
    part: new Uint8Array(count),
    u: new Float32Array(count),
    v: new Float32Array(count),
    along: new Float32Array(count),
    across: new Float32Array(count),
  };
  const arms = frame.arms.map((arm) => measureArm(arm, frame.shoulderWidth, matte, size));
  for (let i = 0; i < count; i++) {
    const x = i % size.width;
    const y = Math.floor(i / size.width);
    const { u, v } = torsoCoordinates(frame, x, y);
    map.u[i] = u;
    map.v[i] = v;
    map.part[i] = bodyPart.torso;
    if (matte[i]! < 0.01) continue;
    let nearest = 1;
    arms.forEach((arm, which) => {
      for (const lower of [false, true]) {
        const place = placeOnArm(arm, lower, x, y, u, v, frame.shoulderWidth);
        if (place.distance >= nearest) continue;
        nearest = place.distance;
        map.part[i] = bodyPart.leftUpperArm + which * 2 + (lower ? 1 : 0);
        map.along[i] = place.along;
        map.across[i] = place.across;
      }
    });
  }
  return map;
}

/** Half-widths of upper arm and forearm where the matte ends at both sides. */
function measureArm(arm: Arm, shoulderWidth: number, matte: Plane, size: Size): MeasuredArm {
  return {
    ...arm,
    upperWidth: halfWidth(arm.shoulder, arm.elbow, 0.7, shoulderWidth * 0.2, matte, size),
    lowerWidth: halfWidth(arm.elbow, arm.wrist, 0.5, shoulderWidth * 0.16, matte, size),
  };
}

function halfWidth(from: Point, to: Point, t: number, expected: number, matte: Plane, { width, height }: Size): number {
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

/** Distance from an arm's bone relative to the arm's width (< 1: on the arm), and the place on it. */
function placeOnArm(
  arm: MeasuredArm,
  lower: boolean,
  x: number,
  y: number,
  u: number,
  v: number,
  shoulderWidth: number,
) {
  const [from, to] = lower ? [arm.elbow, arm.wrist] : [arm.shoulder, arm.elbow];
  const { distance, along } = toSegment(x, y, from, to);
  const t = clamp(along, 0, 1);
  const radius =
    1.45 *
    (lower
      ? mix(arm.upperWidth * 0.95, arm.lowerWidth * 0.85, t)
      : mix(shoulderWidth * 0.2, arm.upperWidth, Math.min(1, t * 1.6)));
  let relative = distance / radius;
  // The chest lies within the upper arm's reach: only what is outside the armhole line is arm.
  const outward = arm.side * u;
  if (!arm.elbowSeen) relative += Math.max(0, 0.48 - outward) * 8;
  if (lower) {
    if (outward < 0.3 && v < 0.95) relative += 0.12;
  } else {
    relative += Math.max(0, 0.43 - outward) * 5 * (1 - 0.6 * smoothstep(0.3, 0.9, t));
    if (v < -0.02 && t <= 0.02) relative += 0.25;
  }
  const length = distanceBetween(from, to) || 1;
  const sideways = ((x - from[0]) * -(to[1] - from[1]) + (y - from[1]) * (to[0] - from[0])) / length;
  return {
    distance: relative,
    along: (lower ? 1 : 0) + clamp(along, lower ? 0 : -0.2, lower ? 1.6 : 1),
    across: sideways / (radius / 1.45),
  };
}
