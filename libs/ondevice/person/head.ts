import { boundsOf, distanceBetween, midpoint, type Point } from '../pixels/points.ts';
import { joint } from './find-pose.ts';

/**
 * Where the head is: face centre, width and height of the face oval, its chin and the top of its forehead; whether the face is
 * turned to us, at least from the side.
 */
export type Head = { centre: Point; width: number; height: number; chin: Point; brow: Point; faceSeen: boolean };

/** Shares of a head's height from chin to crown (Farkas 1994, adults): what a pose's points lie apart. */
const heights = { eyesToMouth: 0.3, mouthToChin: 0.19, face: 0.74, acrossEars: 0.66 };

/** The height of a head from chin to crown in pixels. */
export const crownHeight = ({ chin, brow }: Head): number => distanceBetween(chin, brow) / heights.face;

/** The head by the outline of its face mesh; `chin` and `brow` are the mesh's own points. */
export function headOfMesh(oval: readonly Point[], chin: Point, brow: Point): Head {
  const { left, right, top, bottom } = boundsOf(oval);
  return {
    centre: [(left + right) / 2, (top + bottom) / 2],
    width: right - left,
    height: bottom - top,
    chin,
    brow,
    faceSeen: true,
  };
}

/**
 * The head by the pose: in profile, behind sunglasses or small in the picture there is no face mesh. Eyes and mouth tell its
 * height if it is turned, the ears if it is lowered.
 */
export function headOfPose(at: (which: number) => Point, seen: (which: number) => number, shoulderWidth: number): Head {
  const points = [joint.leftEye, joint.rightEye, joint.mouthLeft, joint.mouthRight];
  if (points.some((which) => seen(which) < 0.3)) return headOfNose(at(joint.nose), shoulderWidth);
  const eyes = midpoint(at(joint.leftEye), at(joint.rightEye));
  const mouth = midpoint(at(joint.mouthLeft), at(joint.mouthRight));
  const ears = midpoint(at(joint.leftEar), at(joint.rightEar));
  const tall = distanceBetween(eyes, mouth);
  const whole = Math.max(
    tall / heights.eyesToMouth,
    distanceBetween(at(joint.leftEar), at(joint.rightEar)) / heights.acrossEars,
  );
  const up: Point = [(eyes[0] - mouth[0]) / (tall || 1), (eyes[1] - mouth[1]) / (tall || 1)];
  const beyond = ([x, y]: Point, by: number): Point => [x + up[0] * by * whole, y + up[1] * by * whole];
  const height = heights.face * whole;
  const chin = beyond(mouth, -heights.mouthToChin);
  // Seen from the side, the face reaches from the nose to the ear.
  const [x, y] = midpoint(at(joint.nose), ears);
  const along = (x - chin[0]) * up[0] + (y - chin[1]) * up[1];
  const centre = beyond([x - up[0] * along, y - up[1] * along], heights.face / 2);
  return { centre, width: 0.56 * whole, height, chin, brow: beyond(chin, heights.face), faceSeen: true };
}

function headOfNose(nose: Point, shoulderWidth: number): Head {
  const height = shoulderWidth * 0.65;
  return {
    centre: nose,
    width: height * 0.75,
    height,
    chin: [nose[0], nose[1] + height * 0.45],
    brow: [nose[0], nose[1] - height * 0.5],
    faceSeen: false,
  };
}

/** An ellipse inside the face, without hairline and beard; empty if the face is turned away. */
export function ovalOf({ centre, width, height, chin, brow, faceSeen }: Head): Point[] {
  if (!faceSeen) return [];
  const length = distanceBetween(chin, brow) || 1;
  const up: Point = [(brow[0] - chin[0]) / length, (brow[1] - chin[1]) / length];
  return Array.from({ length: 24 }, (_, k) => {
    const [across, along] = [Math.cos((k / 12) * Math.PI) * width * 0.36, Math.sin((k / 12) * Math.PI) * height * 0.42];
    return [centre[0] - up[1] * across + up[0] * along, centre[1] + up[0] * across + up[1] * along];
  });
}
