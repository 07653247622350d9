import { connectedComponents } from '../pixels/components.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { distanceBetween, distanceToSegment, midpoint, type Point, toSegment } from '../pixels/points.ts';
import { norm } from '../pixels/scalar.ts';
import type { BodyFrame } from './body-frame.ts';
import type { Hand } from './find-hands.ts';
import { handShape } from './hand-shape.ts';

/** A hand that may hold something: the middle of its palm, and the palm's length in pixels. */
export type Grip = { at: Point; palm: number };

/** The grip of a found hand. */
export const gripOf = ({ points }: Hand): Grip => ({
  at: midpoint(points[0]!, points[9]!),
  palm: handShape(points).palm,
});

/** How far from the middle of a palm a thing in the hand reaches at most, and its least area, in palm lengths. */
const reach = 2.6;
const leastArea = 0.12;
/** Share of the outline of a thing, as that of a square, at which it touches the hand. */
const leastTouch = 0.1;
/** Half the width of an arm in its sleeve, in shoulder widths. */
const armHalf = 0.17;
/** How far from the wrist things lie before the forearm too, in palm lengths, and the share of a sleeve that lies on the rest of the arm. */
const besideWrist = 1;
const leastOnArm = 0.3;

/**
 * The areas of cloth-like pixels that are held in hands (a phone, a cup, a book): `isForeign` in colour to the clothes, touching the mask of
 * the `hands`, and as a whole within their reach. Sleeves may have other colours than the chest: what lies on an arm above the wrist is none.
 *
 * @returns the pixels of each
 */
export function areasInHands(
  frame: BodyFrame,
  grips: readonly Grip[],
  hands: Plane,
  isForeign: (i: number) => boolean,
  size: Size,
): number[][] {
  if (grips.length === 0) return [];
  const point = (i: number): Point => [i % size.width, Math.floor(i / size.width)];
  const onArm = sleevesOf(frame, Math.min(...grips.map(({ palm }) => palm)));
  // One step beyond its reach, so that what goes on there is seen to.
  const near = (i: number) => {
    const x = i % size.width;
    const y = (i - x) / size.width;
    for (const { at, palm } of grips) if (norm(at[0] - x, at[1] - y) < (reach + 0.1) * palm) return true;
    return false;
  };
  const areas = connectedComponents((i) => hands[i]! < 0.5 && isForeign(i) && near(i), size);
  const touching = areas.sizes.map(() => 0);
  const pixels: number[][] = areas.sizes.map(() => []);
  const down = 2 * size.width;
  for (let i = 0; i < areas.labels.length; i++) {
    const area = areas.labels[i]!;
    if (area === 0) continue;
    pixels[area]!.push(i);
    if (hands[i - 2]! > 0.5 || hands[i + 2]! > 0.5 || hands[i - down]! > 0.5 || hands[i + down]! > 0.5)
      touching[area]!++;
  }
  return pixels.filter(
    (own, area) =>
      touching[area]! > leastTouch * 4 * Math.sqrt(own.length) &&
      own.filter((i) => onArm(point(i))).length < leastOnArm * own.length &&
      grips.some(
        ({ at, palm }) =>
          own.length > leastArea * palm * palm && own.every((i) => distanceBetween(at, point(i)) < reach * palm),
      ),
  );
}

/** Whether a place lies on an arm, but not beside its wrist. */
function sleevesOf({ arms, shoulderWidth }: BodyFrame, palm: number): (point: Point) => boolean {
  const half = armHalf * shoulderWidth;
  return ([x, y]) =>
    arms.some(({ shoulder, elbow, wrist, wristSeen }) => {
      if (distanceToSegment(x, y, shoulder, elbow) < half) return true;
      if (!wristSeen) return false;
      const { distance, along } = toSegment(x, y, elbow, wrist);
      return distance < half && (1 - along) * distanceBetween(elbow, wrist) > besideWrist * palm;
    });
}
