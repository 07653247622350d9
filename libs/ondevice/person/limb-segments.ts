import type { Point } from '../pixels/points.ts';
import { type BodyFrame, downTorso } from './body-frame.ts';
import { joint } from './find-pose.ts';

/** A bone, or the line along a foot, in image pixels. */
export type Segment = readonly [Point, Point];

/** An elbow or a wrist above these v belongs to a raised arm; an elbow outside of the picture is where the network supposes it. */
const highElbow = -0.1;
const highWrist = -0.2;
const sides = [
  [joint.leftShoulder, joint.leftElbow, joint.leftWrist],
  [joint.rightShoulder, joint.rightElbow, joint.rightWrist],
] as const;

/** A knee or an ankle above these v belongs to a leg that is lifted before the trunk or beside it. */
const highKnee = 0.85;
const highAnkle = 0.95;
const legSides = [
  [joint.leftHip, joint.leftKnee, joint.leftAnkle],
  [joint.rightHip, joint.rightKnee, joint.rightAnkle],
] as const;

/** Bones of the limbs; `forearms`: those seen, `raised`: those of arms above the shoulders, `lifted`: those of legs above the hips. */
export function segmentsOf(frame: BodyFrame): {
  arms: Segment[];
  forearms: Segment[];
  raised: Segment[];
  legs: Segment[];
  lifted: Segment[];
  feet: Segment[];
} {
  const { at, seen } = frame;
  const feet = [
    [joint.leftAnkle, joint.leftFoot, joint.leftAnkle],
    [joint.rightAnkle, joint.rightFoot, joint.rightAnkle],
    [joint.leftHeel, joint.leftFoot, joint.leftAnkle],
    [joint.rightHeel, joint.rightFoot, joint.rightAnkle],
  ] as const;
  return {
    arms: frame.arms.flatMap(({ shoulder, elbow, wrist }): Segment[] => [
      [shoulder, elbow],
      [elbow, wrist],
    ]),
    forearms: frame.arms.filter(({ wristSeen }) => wristSeen).map(({ elbow, wrist }): Segment => [elbow, wrist]),
    raised: sides.flatMap(([shoulder, elbow, wrist]): Segment[] => {
      const high = (which: number, v: number) => seen(which) > 0.5 && downTorso(frame, ...at(which)) < v;
      if (!high(elbow, highElbow) && !high(wrist, highWrist)) return [];
      return [[at(shoulder), at(elbow)], ...(seen(wrist) > 0.35 ? [[at(elbow), at(wrist)] as const] : [])];
    }),
    lifted: legSides.flatMap(([hip, knee, ankle]): Segment[] => {
      const high = (which: number, v: number) => seen(which) > 0.5 && downTorso(frame, ...at(which)) < v;
      if (!high(knee, highKnee) && !high(ankle, highAnkle)) return [];
      return [[at(hip), at(knee)], ...(seen(ankle) > 0.5 ? [[at(knee), at(ankle)] as const] : [])];
    }),
    legs: [
      [at(joint.leftHip), at(joint.leftKnee)],
      [at(joint.rightHip), at(joint.rightKnee)],
      [at(joint.leftKnee), at(joint.leftAnkle)],
      [at(joint.rightKnee), at(joint.rightAnkle)],
    ],
    feet: feet.filter(([, , ankle]) => seen(ankle) > 0.4).map(([a, b]): Segment => [at(a), at(b)]),
  };
}
