import type { Point } from '../pixels/points.ts';

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

/** What follows from a found hand for its arm: its wrist, and whether the pose's elbow is plausible. */
export type FoundArm = { wrist: Point; elbow: boolean };

/**
 * Belief in its elbow from which an arm is raised although no hand is found at its end: arms that reach behind the head or out of the picture have
 * 0.86 or more, those invented in long hair 0.72.
 */
const sureOfRaised = 0.8;

/**
 * An arm as the pose has it. The network invents invisible ones, often across the body or in the hair: they are replaced by arms hanging
 * at the side. The wrist of a
 * `found` hand is surer than the pose's.
 *
 * @param shoulderAt number of the joint in the pose, like `elbowAt` and `wristAt`
 */
export function armOf(
  { neck, down, right, shoulderWidth, seen, at }: TrunkAndJoints,
  shoulderAt: number,
  elbowAt: number,
  wristAt: number,
  found: FoundArm | undefined,
): Arm {
  const shoulder = at(shoulderAt);
  const side = (shoulder[0] - neck[0]) * right[0] + (shoulder[1] - neck[1]) * right[1] < 0 ? -1 : 1;
  const hang = (from: Point, out: number, along: number): Point => [
    from[0] + (down[0] * along + right[0] * out * side) * shoulderWidth,
    from[1] + (down[1] * along + right[1] * out * side) * shoulderWidth,
  ];
  const above = ([x, y]: Point) => (x - shoulder[0]) * down[0] + (y - shoulder[1]) * down[1] < 0;
  const raised = !found && seen(wristAt) > 0.35 && above(at(wristAt));
  const elbowSeen = seen(elbowAt) > (raised ? sureOfRaised : 0.5) || found?.elbow === true;
  const wristSeen = elbowSeen && (found !== undefined || seen(wristAt) > 0.35);
  const elbow = elbowSeen ? at(elbowAt) : hang(shoulder, 0.12, 0.75);
  const wrist = wristSeen ? (found?.wrist ?? at(wristAt)) : hang(elbow, 0.02, 0.65);
  return { side, shoulder, elbow, wrist, elbowSeen, wristSeen };
}
