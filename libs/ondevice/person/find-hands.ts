import type { RgbImage } from '@styling/imaging';
import { cropRegion, type Region, regionPoint, square } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import { distanceBetween, midpoint, type Point } from '../pixels/points.ts';
import { browPoint, chinPoint, type Face } from './find-face.ts';
import { joint, type Pose } from './find-pose.ts';
import { regionOfCrop, regionOfPoints, regionOfPose } from './hand-region.ts';

/**
 * A hand: MediaPipe's 21 points in image pixels (0 the wrist, then four of each finger from the thumb, each from its root to its
 * tip), and the arm it belongs to (0 the person's own left one, 1 the right one).
 */
export type Hand = { arm: 0 | 1; points: readonly Point[] };

/** A hand as the landmark network answers: how sure it is, 0..1, that the region shows one, and that it is a right one. */
export type SeenHand = { presence: number; right: number; points: readonly Point[] };

/** MediaPipe's own thresholds, of the pose's wrist and of the hand. */
const leastVisible = 0.1;
const leastPresence = 0.5;
/** The first region is often too large for a sure answer, but not for its points. */
const worthAnotherLook = 0.05;
/** How far outside of the picture a wrist may be, as a share of it: the pose has wrists of hands at a face too low. */
const beyondEdge = 0.15;
/** Fewer points of a hand in the picture are a guess. */
const leastInside = 6;
const [cropSide, handSide] = [256, 224];

const arms = [
  { arm: 0, wrist: joint.leftWrist, index: joint.leftIndex, pinky: joint.leftPinky },
  { arm: 1, wrist: joint.rightWrist, index: joint.rightIndex, pinky: joint.rightPinky },
] as const;

/**
 * Finds the hands of a pose whose wrists are seen in the picture or at its edge, with the networks of MediaPipe's holistic graph (Zhang
 * et al., "MediaPipe Hands", 2020): one finds the hand near where the pose has it, the other fits its points, twice, the second
 * time in the region of the first points, as it would in the next frame of a video. If there is none and the wrists are outside of the picture,
 * there may be one below the chin: of a hand at a face in a portrait the pose has the wrist too low.
 */
export async function findHands(
  networks: Networks,
  image: RgbImage,
  pose: Pose,
  face?: Pick<Face, 'mesh'>,
): Promise<Hand[]> {
  const at = (which: number): Point => [pose.points[which]!.x, pose.points[which]!.y];
  const seen = arms.filter(
    ({ wrist }) => pose.points[wrist]!.visible >= leastVisible && isInside(at(wrist), image, beyondEdge),
  );
  const maybeAtChin = face && seen.length > 0 && seen.every(({ wrist }) => !isInside(at(wrist), image, 0));
  const [atChin, ...looked] = await Promise.all([
    maybeAtChin ? findHand(networks, image, regionBelowChin(face)) : undefined,
    ...seen.map(async ({ arm, wrist, index, pinky }) => {
      const hand = await findHand(networks, image, regionOfPose(at(wrist), at(index), at(pinky)));
      return hand && { arm, ...hand };
    }),
  ]);
  const found = withoutDoubles(looked.filter((hand) => hand !== undefined));
  if (found.length === 0 && atChin)
    found.push({ arm: seen.length === 1 ? seen[0]!.arm : atChin.right > 0.5 ? 1 : 0, ...atChin });
  return found.map(({ arm, points }) => ({ arm, points }));
}

async function findHand(networks: Networks, image: RgbImage, near: Region): Promise<SeenHand | undefined> {
  const first = await fitHand(networks, image, await findCrop(networks, image, near));
  if (first.presence < worthAnotherLook) return undefined;
  const seen = await fitHand(networks, image, regionOfPoints(first.points));
  const inside = seen.points.filter((point) => isInside(point, image, 0)).length;
  return seen.presence > leastPresence && inside >= leastInside ? seen : undefined;
}

/** Where a hand at a face is, in heights of the face. */
const belowChin = { middle: 0.35, side: 1.8 } as const;

function regionBelowChin({ mesh }: Pick<Face, 'mesh'>): Region {
  const [chin, brow] = [mesh[chinPoint]!, mesh[browPoint]!];
  const [x, y] = [0, 1].map((axis) => chin[axis]! + belowChin.middle * (chin[axis]! - brow[axis]!)) as [number, number];
  return square(x, y, belowChin.side * distanceBetween(chin, brow));
}

async function findCrop(networks: Networks, image: RgbImage, region: Region): Promise<Region> {
  const [values] = await networks.handCrop(cropRegion(image, region, cropSide, 0, 1));
  if (!values) throw new Error('hand cropping network returned no points');
  const [x, y, belowX, belowY] = [...values].map((value) => value / cropSide);
  return regionOfCrop(regionPoint(region, x!, y!), regionPoint(region, belowX!, belowY!));
}

async function fitHand(networks: Networks, image: RgbImage, region: Region): Promise<SeenHand> {
  const [values, presence, right] = await networks.handLandmarks(cropRegion(image, region, handSide, 0, 1));
  if (!values || !presence || !right) throw new Error('hand network returned no points');
  const points = Array.from({ length: 21 }, (_, k) =>
    regionPoint(region, values[k * 3]! / handSide, values[k * 3 + 1]! / handSide),
  );
  return { presence: presence[0]!, right: right[0]!, points };
}

const isInside = ([x, y]: Point, { width, height }: RgbImage, beyond: number) =>
  x >= -beyond * width && y >= -beyond * height && x < (1 + beyond) * width && y < (1 + beyond) * height;

/** The middle of a palm, and its length. */
const middleOf = (points: readonly Point[]): Point => midpoint(points[0]!, points[9]!);
const lengthOf = (points: readonly Point[]) => distanceBetween(points[0]!, points[9]!);

/** Where one hand is hidden, both arms find the other: it stays with the arm that it is a hand of. */
export function withoutDoubles<Some extends Hand & SeenHand>(hands: readonly Some[]): Some[] {
  const [left, right] = hands;
  if (!left || !right) return [...hands];
  const apart = distanceBetween(middleOf(left.points), middleOf(right.points));
  if (apart > 0.5 * Math.min(lengthOf(left.points), lengthOf(right.points))) return [left, right];
  return [left.right + right.right > 1 ? right : left];
}
