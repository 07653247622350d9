import { distanceBetween, type Point } from '../pixels/points.ts';

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
 * A raised arm at whose end no hand is found is none if its elbow has less belief than the first, and its upper arm less than this share of the
 * forearm's length: one that the network invents in long hair has 0.72 and 0.4, those that reach to a hat or out of the picture 0.63 or more, and 1.
 */
const raisedInHair = { belief: 0.8, upperArm: 0.6 } as const;

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
  const short =
    distanceBetween(shoulder, at(elbowAt)) < raisedInHair.upperArm * distanceBetween(at(elbowAt), at(wristAt));
  const ends = found !== undefined || seen(wristAt) > 0.35;
  const inHair = !found && ends && short && above(at(wristAt)) && seen(elbowAt) < raisedInHair.belief;
  const elbowSeen = (seen(elbowAt) > 0.5 && !inHair) || found?.elbow === true;
  const wristSeen = elbowSeen && ends;
  const elbow = elbowSeen ? at(elbowAt) : hang(shoulder, 0.12, 0.75);
  const wrist = wristSeen ? (found?.wrist ?? at(wristAt)) : hang(elbow, 0.02, 0.65);
  return { side, shoulder, elbow, wrist, elbowSeen, wristSeen };
}
