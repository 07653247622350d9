import type { Plane, Size } from '../pixels/plane.ts';
import { distanceBetween, distanceToSegment, type Point } from '../pixels/points.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { norm, smoothstep } from '../pixels/scalar.ts';
import type { BodyFrame } from './body-frame.ts';
import { joint } from './find-pose.ts';
import { crownHeight } from './head.ts';

/** Half the width of a skull seen from the front, as a share of its height; the ears are inside. */
const halfWidth = 0.37;
/** The same for its height, and downwards where no mesh shows the chin. */
const halfHeight = 0.52;
const toSupposedChin = 0.58;
/** Where the brim of a hat may begin, from the chin (0) to the crown (1), and how far it reaches to each side. */
const brim = { from: 0.5, reach: 0.95 };

/**
 * 1 where the head is, 0 elsewhere: an ellipse from chin to crown, wide enough for both ears, the face mesh's outline, and
 * what is worn on the head. Above the eyes everything beside a head is a hat or hair, except a raised arm.
 */
export function headMask(frame: BodyFrame, matte: Plane, size: Size): Plane {
  const { head, arms, at, seen, shoulderWidth } = frame;
  const mask = new Float32Array(matte.length);
  if (frame.faceOval.length > 0) fillPolygon(frame.faceOval, size, mask);
  const whole = crownHeight(head);
  const length = distanceBetween(head.chin, head.brow) || 1;
  const up: Point = [(head.brow[0] - head.chin[0]) / length, (head.brow[1] - head.chin[1]) / length];
  const side: Point = [-up[1], up[0]];
  const across = (point: Point) => ((point[0] - head.chin[0]) * side[0] + (point[1] - head.chin[1]) * side[1]) / whole;
  const ears = [joint.leftEar, joint.rightEar].filter((which) => seen(which) > 0.3).map((which) => across(at(which)));
  const middle = ears.length === 2 ? (ears[0]! + ears[1]!) / 2 : across(head.centre);
  // Turned to the side, a head is as wide as from the ear to the nose.
  const wide = Math.max(halfWidth, Math.min(0.52, Math.abs(across(at(joint.nose)) - middle) + 0.04));
  const reach = whole * 1.6;
  const centre: Point = [head.chin[0] + up[0] * whole * 0.5, head.chin[1] + up[1] * whole * 0.5];
  const onArm = (x: number, y: number) =>
    arms.some(
      ({ shoulder, elbow, wrist, elbowSeen, wristSeen }) =>
        (elbowSeen && distanceToSegment(x, y, shoulder, elbow) < shoulderWidth * 0.2) ||
        (wristSeen && distanceToSegment(x, y, elbow, wrist) < shoulderWidth * 0.17),
    );
  for (let i = 0; i < mask.length; i++) {
    const x = i % size.width;
    const y = (i - x) / size.width;
    if (Math.abs(x - centre[0]) > reach || Math.abs(y - centre[1]) > reach) continue;
    if (matte[i] === 0) {
      mask[i] = 0;
      continue;
    }
    const along = ((x - head.chin[0]) * up[0] + (y - head.chin[1]) * up[1]) / whole;
    const beside = ((x - head.chin[0]) * side[0] + (y - head.chin[1]) * side[1]) / whole - middle;
    const half = along < 0.5 && !frame.faceFound ? toSupposedChin : halfHeight;
    const skull = 1 - smoothstep(0.94, 1.06, norm(beside / wide, (along - 0.5) / half));
    const worn =
      smoothstep(brim.from - 0.05, brim.from + 0.05, along) *
      (1 - smoothstep(brim.reach - 0.1, brim.reach, Math.abs(beside)));
    const hat = worn > skull && !onArm(x, y) ? worn : 0;
    mask[i] = Math.max(mask[i]!, skull, hat) * Math.min(1, matte[i]! * 2);
  }
  return mask;
}
