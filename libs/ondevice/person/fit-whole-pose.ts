import type { RgbImage } from '@styling/imaging';
import { type Region, regionPoint } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import type { Size } from '../pixels/plane.ts';
import { distanceBetween, midpoint } from '../pixels/points.ts';
import { fitPose, joint, type Pose } from './find-pose.ts';

/** How much wider a region is tried, and how far below the feet a body is too far, in lengths of the trunk. */
const wider = 1.5;
const beyond = 0.1;
/** Share of the body below its own feet up to which it is the mask that is imprecise. */
const mostBelow = 0.005;

/**
 * {@link fitPose}, but for a body that is then seen to go on below its own feet: in a region that is too narrow, as of somebody in profile whose
 * face is hidden, the network squeezes a whole body into what it sees. Fitted again from a wider one, it is taken if it is a body of which less goes on.
 */
export async function fitWholePose(networks: Networks, image: RgbImage, start: Region): Promise<Pose> {
  const pose = await fitPose(networks, image, start);
  const below = shareBelowFeet(pose, image);
  if (below <= mostBelow) return pose;
  const whole = await fitPose(networks, image, { ...start, width: start.width * wider, height: start.height * wider });
  return whole.presence > 0.5 && shareBelowFeet(whole, image) < below ? whole : pose;
}

/** Share (0..1) of the mask in the picture that lies below the lowest point of the body, along its spine. */
export function shareBelowFeet({ points, mask, region }: Pose, { width, height }: Size): number {
  const place = (which: number) => [points[which]!.x, points[which]!.y] as const;
  const neck = midpoint(place(joint.leftShoulder), place(joint.rightShoulder));
  const hips = midpoint(place(joint.leftHip), place(joint.rightHip));
  const length = distanceBetween(neck, hips) || 1;
  const along = (x: number, y: number) =>
    ((x - neck[0]) * (hips[0] - neck[0]) + (y - neck[1]) * (hips[1] - neck[1])) / (length * length);
  let feet = 1;
  for (let which = joint.leftShoulder; which <= joint.rightFoot; which++) feet = Math.max(feet, along(...place(which)));
  const side = Math.sqrt(mask.length);
  // A pixel of the mask is a step along each side of the region.
  const [first, right, down] = [regionPoint(region, 0, 0), regionPoint(region, 1, 0), regionPoint(region, 0, 1)];
  let [seen, below] = [0, 0];
  for (let i = 0; i < mask.length; i++) {
    if (mask[i]! <= 0) continue;
    const u = ((i % side) + 0.5) / side;
    const v = (Math.floor(i / side) + 0.5) / side;
    const x = first[0] + (right[0] - first[0]) * u + (down[0] - first[0]) * v;
    const y = first[1] + (right[1] - first[1]) * u + (down[1] - first[1]) * v;
    if (x < 0 || y < 0 || x >= width || y >= height) continue;
    seen++;
    if (along(x, y) > feet + beyond) below++;
  }
  return seen === 0 ? 0 : below / seen;
}
