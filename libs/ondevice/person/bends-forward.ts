import { distanceBetween, midpoint } from '../pixels/points.ts';
import { type BodyFrame, downTorso } from './body-frame.ts';
import { joint } from './find-pose.ts';
import { crownHeight } from './head.ts';

/**
 * The trunk of people who are upright is about 1.85 heads long, 1.55 to 2.2, from the shoulder line to the hip line, also where the pose network
 * supposes hips outside of the picture. A shorter one is bent towards the camera: below `trunk` by more than 52 degrees; below `ifChinLow` only
 * if the chin also is less than `chinLow` heads above the shoulder line. Heads are compared with the spine, as in close portraits the supposed
 * shoulders of one person differ by a fifth between two cuts.
 */
const bends = { trunk: 1.14, ifChinLow: 1.7, chinLow: 0.11 } as const;

/** Whether somebody bends towards the camera, so that the measures of the trunk are a guess and no garment can be drawn on it. */
export function bendsForward(frame: BodyFrame): boolean {
  const { at, head } = frame;
  const whole = crownHeight(head);
  const spine = distanceBetween(frame.neck, midpoint(at(joint.leftHip), at(joint.rightHip)));
  const chin = -(downTorso(frame, ...head.chin) * frame.torsoLength) / whole;
  return spine < (chin < bends.chinLow ? bends.ifChinLow : bends.trunk) * whole;
}
