import { connectedComponents } from '../pixels/components.ts';
import { layGrid } from '../pixels/laid-grid.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { distanceBetween, distanceToSegment, midpoint, type Point } from '../pixels/points.ts';
import { joint, type Pose } from './find-pose.ts';
import type { SeenRegion } from './seen-region.ts';

/** Support up to which it is in doubt whose a pixel is. */
const doubtful = 0.75;
/** How far from its bones a body certainly reaches, in shoulder widths. */
const reach = 0.25;

const bones = [
  [joint.leftShoulder, joint.leftElbow],
  [joint.leftElbow, joint.leftWrist],
  [joint.leftWrist, joint.leftIndex],
  [joint.rightShoulder, joint.rightElbow],
  [joint.rightElbow, joint.rightWrist],
  [joint.rightWrist, joint.rightIndex],
  [joint.leftShoulder, joint.leftHip],
  [joint.rightShoulder, joint.rightHip],
  [joint.leftShoulder, joint.rightHip],
  [joint.rightShoulder, joint.leftHip],
  [joint.leftHip, joint.rightHip],
  [joint.leftHip, joint.leftKnee],
  [joint.leftKnee, joint.leftAnkle],
  [joint.leftAnkle, joint.leftFoot],
  [joint.rightHip, joint.rightKnee],
  [joint.rightKnee, joint.rightAnkle],
  [joint.rightAnkle, joint.rightFoot],
] as const;

/** What is known of the pixels: which are a passer-by's, how far each is supported as the person's, 0..1, and what the classifiers saw. */
export type Passing = { isTheirs: (i: number) => boolean; support: Plane; told: SeenRegion | undefined; pose: Pose };

/**
 * Finds what else belongs to passers-by: doubtful pixels that adjoin theirs, away from the person's bones and outside of the region of the
 * classifiers, which know whose they are. The pose network is not sure whose an arm beside the person is (hysteresis thresholding: Canny,
 * "A computational approach to edge detection", PAMI 1986).
 *
 * @param isSomebody whether a pixel is a person's at all
 */
export function followPassersBy(
  isSomebody: (i: number) => boolean,
  size: Size,
  { isTheirs, support, told, pose }: Passing,
): (i: number) => boolean {
  const apart = apartFrom(pose);
  const classified = told && layGrid(told.side, told.region, size);
  const isDoubtful = (i: number) => {
    if (support[i]! >= doubtful) return false;
    const x = i % size.width;
    const y = Math.floor(i / size.width);
    return !classified?.covers(x, y) && apart(x, y);
  };
  const areas = connectedComponents((i) => isSomebody(i) && (isTheirs(i) || isDoubtful(i)), size);
  const theirs = new Set<number>();
  for (let i = 0; i < areas.labels.length; i++) if (areas.labels[i]! > 0 && isTheirs(i)) theirs.add(areas.labels[i]!);
  return (i) => theirs.has(areas.labels[i]!);
}

/** Whether a place lies apart from a body's bones. */
function apartFrom({ points }: Pose): (x: number, y: number) => boolean {
  const at = (which: number): Point => [points[which]!.x, points[which]!.y];
  const segments = bones.map(([from, to]) => [at(from), at(to)] as const);
  const [left, right] = [at(joint.leftShoulder), at(joint.rightShoulder)];
  const trunk = distanceBetween(midpoint(left, right), midpoint(at(joint.leftHip), at(joint.rightHip)));
  // From the side the shoulders are narrow.
  const least = reach * Math.max(distanceBetween(left, right), 0.6 * trunk);
  return (x, y) => segments.every(([a, b]) => distanceToSegment(x, y, a, b) >= least);
}
