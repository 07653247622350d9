import type { Plane, Size } from '../pixels/plane.ts';
import { distanceBetween, midpoint, type Point, toSegment } from '../pixels/points.ts';
import { clamp, smoothstep } from '../pixels/scalar.ts';
import type { BodyFrame } from './body-frame.ts';
import { joint } from './find-pose.ts';
import type { Grip } from './in-hands.ts';

const hands = [
  { wrist: joint.leftWrist, index: joint.leftIndex, pinky: joint.leftPinky, arm: 0 },
  { wrist: joint.rightWrist, index: joint.rightIndex, pinky: joint.rightPinky, arm: 1 },
] as const;

/** A palm relative to the width of a face (Drillis and Contini 1966): the pose's knuckles are often too close to the wrist. */
const leastPalm = 0.5;

/** How far the skin of a hand at the end of an arm that points at us reaches, relative to the width of a face. */
const pointingReach = 0.7;

/** Hands that are seen but not found, as things in them hide their points; `mask`: 1 where they ought to be, falling to 0 round it. */
export type SupposedHands = { mask: Plane; grips: readonly Grip[] };

/**
 * Supposes a hand at the pose's wrists whose hands the hand network does not find (`found`: numbers of the arms whose hands it does): a capsule from
 * the wrist over the knuckles to the finger tips. Of an arm that points at us, so that its forearm looks shorter than a palm, the pose has the elbow
 * in the hand: discs round both.
 */
export function supposedHands(frame: BodyFrame, size: Size, found: readonly number[]): SupposedHands {
  const mask = new Float32Array(size.width * size.height);
  const grips: Grip[] = [];
  for (const { wrist, index, pinky, arm } of hands) {
    if (found.includes(arm) || !frame.arms[arm].wristSeen || frame.seen(wrist) < 0.5) continue;
    const from = frame.at(wrist);
    const knuckles = midpoint(frame.at(index), frame.at(pinky));
    const length = Math.max(distanceBetween(from, knuckles), frame.head.width * 0.28);
    const tip: Point = [from[0] + (knuckles[0] - from[0]) * 1.75, from[1] + (knuckles[1] - from[1]) * 1.75];
    paintCapsule(mask, size, from, tip, Math.max(length * 0.8, frame.head.width * 0.26));
    const { elbow } = frame.arms[arm];
    if (distanceBetween(elbow, from) < leastPalm * frame.head.width)
      for (const end of [elbow, from]) paintCapsule(mask, size, end, end, pointingReach * frame.head.width);
    grips.push({ at: midpoint(from, knuckles), palm: Math.max(length, frame.head.width * leastPalm) });
  }
  return { mask, grips };
}

function paintCapsule(mask: Plane, { width, height }: Size, from: Point, to: Point, radius: number): void {
  const left = clamp(Math.floor(Math.min(from[0], to[0]) - radius), 0, width);
  const right = clamp(Math.ceil(Math.max(from[0], to[0]) + radius), 0, width);
  const top = clamp(Math.floor(Math.min(from[1], to[1]) - radius), 0, height);
  const bottom = clamp(Math.ceil(Math.max(from[1], to[1]) + radius), 0, height);
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) {
      const { distance, along } = toSegment(x, y, from, to);
      if (along <= -0.05) continue;
      const i = y * width + x;
      mask[i] = Math.max(mask[i]!, 1 - smoothstep(radius * 0.75, radius, distance));
    }
}
