import type { Size } from '../pixels/plane.ts';
import { distanceBetween, midpoint, type Point } from '../pixels/points.ts';
import { browPoint, chinPoint, type Face, outlineOf } from './find-face.ts';
import type { Hand } from './find-hands.ts';
import { joint, type Pose } from './find-pose.ts';
import { type Head, headOfMesh, headOfPose, ovalOf } from './head.ts';

/** One arm; `side` is the sign of its u. */
export type Arm = { side: 1 | -1; shoulder: Point; elbow: Point; wrist: Point; elbowSeen: boolean; wristSeen: boolean };

/** The trunk that an arm hangs from, and the joints. */
export type TrunkAndJoints = {
  neck: Point;
  down: Point;
  right: Point;
  shoulderWidth: number;
  /** 0..1: how far a BlazePose point is seen and inside the picture. */
  seen: (which: number) => number;
  at: (which: number) => Point;
};

/**
 * Coordinates fixed to the torso: `v` is 0 on the shoulder line and 1 on the hip line, `u` is 0 on the spine and in
 * units of the shoulder width, growing along `right` (towards the right of an upright picture).
 */
export type BodyFrame = TrunkAndJoints & {
  torsoLength: number;
  arms: readonly [Arm, Arm];
  head: Head;
  /** Whether the face mesh was fitted; else the head is as the pose supposes, and the colour of its skin is not known. */
  faceFound: boolean;
  /** Outline of the face in image pixels; empty where it is turned away. */
  faceOval: readonly Point[];
};

/** How far outside of the picture, as a share of it, the elbow of a seen hand is known. */
const nearPicture = 0.2;

/** What a frame is measured from. */
type SeenBody = { pose: Pose; face: Face | undefined; hands: readonly Hand[] };

/** Measures a person's {@link BodyFrame}. */
export function bodyFrame({ pose, face, hands }: SeenBody, image: Size): BodyFrame {
  const seen = (which: number) => seenInside(pose, which, image);
  const at = (which: number): Point => [pose.points[which]!.x, pose.points[which]!.y];
  const neck = midpoint(at(joint.leftShoulder), at(joint.rightShoulder));
  const hip = midpoint(at(joint.leftHip), at(joint.rightHip));
  const between = distanceBetween(at(joint.leftShoulder), at(joint.rightShoulder));
  // Side-on people have a narrow shoulder line, seated ones a short torso: keep a sane scale.
  const shoulderWidth = Math.max(between, face ? (face.box.right - face.box.left) * 1.1 : 0);
  const length = distanceBetween(neck, hip) || 1;
  const torsoLength = Math.max(length, shoulderWidth * 0.9);
  const down: Point = [(hip[0] - neck[0]) / length, (hip[1] - neck[1]) / length];
  const right: Point = [down[1], -down[0]];
  const ofMesh = face && outlineOf(face.mesh);
  const head =
    face && ofMesh
      ? headOfMesh(ofMesh, face.mesh[chinPoint]!, face.mesh[browPoint]!)
      : headOfPose(at, seen, shoulderWidth);
  const base = { neck, down, right, shoulderWidth, torsoLength, seen, at };
  const arm = (which: 0 | 1): Arm => {
    const [, elbow] = armJoints[which];
    const wrist = hands.find((hand) => hand.arm === which)?.points[0];
    const nearElbow = pose.points[elbow]!.visible > 0.4 && isWithin(at(elbow), image, nearPicture);
    return armOf(base, armJoints[which], wrist && { wrist, elbow: nearElbow });
  };
  return {
    ...base,
    arms: [arm(0), arm(1)],
    head,
    faceFound: face !== undefined,
    faceOval: ofMesh ?? ovalOf(head),
  };
}

/** The `u` of an image point. */
export const acrossTorso = ({ neck, right, shoulderWidth }: BodyFrame, x: number, y: number): number =>
  ((x - neck[0]) * right[0] + (y - neck[1]) * right[1]) / shoulderWidth;

/** The `v` of an image point. */
export const downTorso = ({ neck, down, torsoLength }: BodyFrame, x: number, y: number): number =>
  ((x - neck[0]) * down[0] + (y - neck[1]) * down[1]) / torsoLength;

/** Whether both hips are seen. */
export const hipsSeen = ({ seen }: Pick<BodyFrame, 'seen'>): boolean =>
  Math.min(seen(joint.leftHip), seen(joint.rightHip)) > 0.5;

/** The shoulder width that limbs are measured in: from the side the shoulders are narrow, but arms and legs are not. */
export const limbScale = ({ shoulderWidth, torsoLength }: BodyFrame): number =>
  Math.max(shoulderWidth, 0.6 * torsoLength);

/** Share of the picture's height at which its lower border begins. */
const lowerBorder = 0.98;

/** Whether a picture ends above both shoulders, of which scraps may be seen: where they are is supposed. */
export const shouldersBelow = ({ arms }: BodyFrame, { height }: Size): boolean =>
  arms.every(({ shoulder: [, y] }) => y > lowerBorder * height);

/** The image point at (`u`, `v`). */
export const torsoPoint = (frame: BodyFrame, u: number, v: number): Point => [
  frame.neck[0] + frame.right[0] * u * frame.shoulderWidth + frame.down[0] * v * frame.torsoLength,
  frame.neck[1] + frame.right[1] * u * frame.shoulderWidth + frame.down[1] * v * frame.torsoLength,
];

/** Shoulder, elbow and wrist of the left and the right arm. */
const armJoints = [
  [joint.leftShoulder, joint.leftElbow, joint.leftWrist],
  [joint.rightShoulder, joint.rightElbow, joint.rightWrist],
] as const;

/** What follows from a found hand for its arm: its wrist, and whether the pose's elbow is in the picture or close to it. */
export type FoundArm = { wrist: Point; elbow: boolean };

/**
 * An arm as the pose has it. The network invents invisible ones, often across the body or in the hair: they are replaced by arms hanging
 * at the side. The wrist of a `found` hand is surer than the pose's.
 */
export function armOf(
  { neck, down, right, shoulderWidth, seen, at }: TrunkAndJoints,
  [shoulderAt, elbowAt, wristAt]: readonly [number, number, number],
  found: FoundArm | undefined,
): Arm {
  const shoulder = at(shoulderAt);
  const side = (shoulder[0] - neck[0]) * right[0] + (shoulder[1] - neck[1]) * right[1] < 0 ? -1 : 1;
  const hang = (from: Point, out: number, along: number): Point => [
    from[0] + (down[0] * along + right[0] * out * side) * shoulderWidth,
    from[1] + (down[1] * along + right[1] * out * side) * shoulderWidth,
  ];
  const ends = found !== undefined || seen(wristAt) > 0.35;
  const elbowSeen = seen(elbowAt) > 0.5 || found?.elbow === true;
  const wristSeen = elbowSeen && ends;
  const elbow = elbowSeen ? at(elbowAt) : hang(shoulder, 0.12, 0.75);
  const wrist = wristSeen ? (found?.wrist ?? at(wristAt)) : hang(elbow, 0.02, 0.65);
  return { side, shoulder, elbow, wrist, elbowSeen, wristSeen };
}

const isWithin = ([x, y]: Point, { width, height }: Size, margin: number): boolean =>
  x > -margin * width && y > -margin * height && x < (1 + margin) * width && y < (1 + margin) * height;

function seenInside({ points }: Pose, which: number, { width, height }: Size): number {
  const { x, y, visible, present } = points[which]!;
  const inside = x > -0.02 * width && y > -0.02 * height && x < 1.02 * width && y < 1.03 * height;
  return inside ? visible * (present > 0.5 ? 1 : 0.5) : 0;
}
