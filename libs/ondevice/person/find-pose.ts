import type { RgbImage } from '@styling/imaging';
import { cropRegion, type Region, regionPoint, square } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import { type Detection, singleShotDetector } from '../models/ssd.ts';
import type { Point } from '../pixels/points.ts';
import { sigmoid } from '../pixels/scalar.ts';

/** A body point in image pixels with the network's belief, 0..1, that it is seen and that it lies inside the picture. */
export type PosePoint = { x: number; y: number; visible: number; present: number };

/**
 * A body: 33 BlazePose points and two auxiliary ones (Bazarevsky et al. 2020), how sure the network is that it is one
 * (0..1), and 256 x 256 logits "belongs to this person" over `region`.
 */
export type Pose = { points: readonly PosePoint[]; presence: number; mask: Float32Array; region: Region };

/** Numbers of the BlazePose points in use; left and right are the person's own. */
export const joint = {
  nose: 0,
  leftEye: 2,
  rightEye: 5,
  leftEar: 7,
  rightEar: 8,
  mouthLeft: 9,
  mouthRight: 10,
  leftShoulder: 11,
  rightShoulder: 12,
  leftElbow: 13,
  rightElbow: 14,
  leftWrist: 15,
  rightWrist: 16,
  leftPinky: 17,
  rightPinky: 18,
  leftIndex: 19,
  rightIndex: 20,
  leftHip: 23,
  rightHip: 24,
  leftKnee: 25,
  rightKnee: 26,
  leftAnkle: 27,
  rightAnkle: 28,
  leftHeel: 29,
  rightHeel: 30,
  leftFoot: 31,
  rightFoot: 32,
  centre: 33,
  extent: 34,
} as const;

const poseDetector = { side: 224, strides: [8, 16, 32, 32, 32], keyPoints: 4, threshold: 0.4 };

/** Finds people in the whole image, the surest first. Key points 0 and 1 span a circle round the body. */
export async function findPeople(networks: Networks, image: RgbImage): Promise<Detection[]> {
  const detect = singleShotDetector(networks.poseDetector, poseDetector);
  return detect(image, image.width / 2, image.height / 2, Math.max(image.width, image.height));
}

/** Fits the body points inside `start`, then once more inside the region that the first fit suggests. */
export async function fitPose(networks: Networks, image: RgbImage, start: Region): Promise<Pose> {
  const first = await fitOnce(networks, image, start);
  const [centre, extent] = [first.points[joint.centre]!, first.points[joint.extent]!];
  return fitOnce(networks, image, bodyRegion([centre.x, centre.y], [extent.x, extent.y]));
}

async function fitOnce(networks: Networks, image: RgbImage, region: Region): Promise<Pose> {
  const [values, presence, mask] = await networks.poseLandmarks(cropRegion(image, region, 256, 0, 1));
  if (!values || !presence || !mask) throw new Error('pose network returned no points');
  const points = Array.from({ length: 35 }, (_, i): PosePoint => {
    const [x, y] = regionPoint(region, values[i * 5]! / 256, values[i * 5 + 1]! / 256);
    return { x, y, visible: sigmoid(values[i * 5 + 3]!), present: sigmoid(values[i * 5 + 4]!) };
  });
  return { points, presence: presence[0]!, mask, region };
}

/** The turned square that holds a body, from the centre of its circle and a point above on it. */
export function bodyRegion(centre: Point, rim: Point): Region {
  const [dx, dy] = [rim[0] - centre[0], rim[1] - centre[1]];
  return square(centre[0], centre[1], 2.5 * Math.hypot(dx, dy), Math.atan2(dy, dx) + Math.PI / 2);
}
