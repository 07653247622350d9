import { type Region, square } from '../models/crop.ts';
import { boundsOf, distanceBetween, type Point } from '../pixels/points.ts';

// Where MediaPipe's holistic graph looks for a hand (`hand_landmarks_from_pose_cpu.pbtxt` and the calculators it names). Regions are
// squares whose upward side is where the fingers point.

/** Regions are shifted towards the finger tips by this share of their side, before they are enlarged. */
const towardsTips = 0.1;
/** The pose's three points of a hand span a small part of it. */
const roundPose = 2.7;
/** The palm, and room for fingers. */
const roundPalm = 2;
/** Points of the palm and the roots of the fingers (`hand_landmarks_to_roi.pbtxt`). */
const palm = [0, 1, 2, 3, 5, 6, 9, 10, 13, 14, 17, 18];

/** Where the cropping network looks: round the knuckle of the middle finger, as the pose has it. */
export function regionOfPose(wrist: Point, index: Point, pinky: Point): Region {
  const middle: Point = [(2 * index[0] + pinky[0]) / 3, (2 * index[1] + pinky[1]) / 3];
  return enlarged(middle, 2 * distanceBetween(middle, wrist), pointing(wrist, middle), roundPose);
}

/** The hand by the cropping network: its centre, and a point below on the circle round it. */
export function regionOfCrop(centre: Point, below: Point): Region {
  return enlarged(centre, 2 * distanceBetween(centre, below), pointing(below, centre), 1);
}

/** Where to look again, closer, for a hand of which the 21 points are known. */
export function regionOfPoints(points: readonly Point[]): Region {
  const [wrist, index, middle, ring] = [points[0]!, points[5]!, points[9]!, points[13]!];
  const knuckles: Point = [((index[0] + ring[0]) / 2 + middle[0]) / 2, ((index[1] + ring[1]) / 2 + middle[1]) / 2];
  const rotation = pointing(wrist, knuckles);
  const [cos, sin] = [Math.cos(rotation), Math.sin(rotation)];
  const turned = palm.map((k) => points[k]!).map(([x, y]): Point => [x * cos + y * sin, y * cos - x * sin]);
  const { left, right, top, bottom } = boundsOf(turned);
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  const centre: Point = [x * cos - y * sin, x * sin + y * cos];
  return enlarged(centre, Math.max(right - left, bottom - top), rotation, roundPalm);
}

/** Rotation of a region whose upward side is the direction from one point to another. */
const pointing = (from: Point, to: Point) => Math.atan2(to[1] - from[1], to[0] - from[0]) + Math.PI / 2;

function enlarged([x, y]: Point, side: number, rotation: number, by: number): Region {
  const shift = side * towardsTips;
  return square(x + shift * Math.sin(rotation), y - shift * Math.cos(rotation), side * by, rotation);
}
