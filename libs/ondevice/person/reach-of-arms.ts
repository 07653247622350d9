import { distanceBetween, midpoint, type Point } from '../pixels/points.ts';
import type { Hand } from './find-hands.ts';
import { joint, type Pose } from './find-pose.ts';

/** How far down the trunk the wrist of a hanging arm reaches, in trunks: 0.332 over 0.288 of the height (Drillis and Contini 1966). */
const hanging = 1.15;
/** From where on a wrist is lower than arms reach, however the body leans a little. */
const lowest = 1.3;

/**
 * How much longer a trunk is than the pose network supposes, in pixels, by hands that were found lower than an arm reaches: of somebody who
 * is seen to the thighs it may take the lower part of a long shirt, with arms before it, for the legs. 0 if no hand says so.
 *
 * @param neck the middle of the shoulder line, `hip` that of the hip line
 * @param wrists of the hands that were found
 */
export function missingTrunk(neck: Point, hip: Point, wrists: readonly Point[]): number {
  const length = distanceBetween(neck, hip) || 1;
  const down: Point = [(hip[0] - neck[0]) / length, (hip[1] - neck[1]) / length];
  const reached = Math.max(0, ...wrists.map(([x, y]) => (x - neck[0]) * down[0] + (y - neck[1]) * down[1]));
  return reached > lowest * length ? reached / hanging - length : 0;
}

/** Where the points of a pose are, in image pixels: hips and legs lower where the `hands` say that the trunk is longer ({@link missingTrunk}). */
export function placesByReach({ points }: Pose, hands: readonly Hand[]): (which: number) => Point {
  const at = (which: number): Point => [points[which]!.x, points[which]!.y];
  const neck = midpoint(at(joint.leftShoulder), at(joint.rightShoulder));
  const hip = midpoint(at(joint.leftHip), at(joint.rightHip));
  const wrists = hands.map(({ points: [wrist] }) => wrist!);
  const share = missingTrunk(neck, hip, wrists) / (distanceBetween(neck, hip) || 1);
  if (share === 0) return at;
  const [dx, dy] = [(hip[0] - neck[0]) * share, (hip[1] - neck[1]) * share];
  return (which) => {
    const [x, y] = at(which);
    return which < joint.leftHip ? [x, y] : [x + dx, y + dy];
  };
}
