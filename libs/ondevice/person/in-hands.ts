import { connectedComponents } from '../pixels/components.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { distanceBetween, distanceToSegment, midpoint, type Point } from '../pixels/points.ts';
import type { BodyFrame } from './body-frame.ts';
import type { Hand } from './find-hands.ts';
import { handShape } from './hand-shape.ts';

/** How far from the middle of a palm a thing in the hand reaches at most, and its least area, in palm lengths. */
const reach = 2.6;
const leastArea = 0.12;
/** Share of the outline of a thing, as that of a square, at which it touches the hand. */
const leastTouch = 0.1;
/** Half the width of an arm in its sleeve, in shoulder widths. */
const armHalf = 0.17;

/**
 * The areas of cloth-like pixels that are held in hands (a phone, a cup, a book): `isForeign` in colour to the clothes, touching the mask of a
 * `found` hand, and as a whole within its reach. Sleeves may have other colours than the chest: what lies on an arm is none.
 *
 * @returns the pixels of each
 */
export function areasInHands(
  frame: BodyFrame,
  hands: readonly Hand[],
  found: Plane,
  isForeign: (i: number) => boolean,
  size: Size,
): number[][] {
  if (hands.length === 0) return [];
  const palms = hands.map(({ points }) => ({ at: midpoint(points[0]!, points[9]!), palm: handShape(points).palm }));
  const point = (i: number): Point => [i % size.width, Math.floor(i / size.width)];
  const onArm = ([x, y]: Point) =>
    frame.arms.some(
      ({ shoulder, elbow, wrist, wristSeen }) =>
        distanceToSegment(x, y, shoulder, elbow) < armHalf * frame.shoulderWidth ||
        (wristSeen && distanceToSegment(x, y, elbow, wrist) < armHalf * frame.shoulderWidth),
    );
  // One step beyond its reach, so that what goes on there is seen to.
  const near = (i: number) => palms.some(({ at, palm }) => distanceBetween(at, point(i)) < (reach + 0.1) * palm);
  const areas = connectedComponents((i) => found[i]! < 0.5 && near(i) && isForeign(i) && !onArm(point(i)), size);
  const touching = areas.sizes.map(() => 0);
  const pixels: number[][] = areas.sizes.map(() => []);
  areas.labels.forEach((area, i) => {
    if (area === 0) return;
    pixels[area]!.push(i);
    if ([i - 2, i + 2, i - 2 * size.width, i + 2 * size.width].some((beside) => found[beside]! > 0.5))
      touching[area]!++;
  });
  return pixels.filter(
    (own, area) =>
      touching[area]! > leastTouch * 4 * Math.sqrt(own.length) &&
      palms.some(
        ({ at, palm }) =>
          own.length > leastArea * palm * palm && own.every((i) => distanceBetween(at, point(i)) < reach * palm),
      ),
  );
}
