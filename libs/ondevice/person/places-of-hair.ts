import { distanceToSegment, midpoint } from '../pixels/points.ts';
import type { BesideHair } from './beside-hair.ts';
import { isClose } from './body-frame.ts';
import type { FallingHair } from './falling-hair.ts';

/**
 * Whether hair can be at a pixel: round the head, in a beard, and where it falls, down to the hips and not on forearms.
 *
 * @param isBeard of `placeOfBeard`
 * @param isRough where there are strands
 */
export function placesOfHair(
  { skinLike, frame, size }: BesideHair,
  falls: FallingHair,
  isBeard: (i: number) => boolean,
  isRough: (i: number) => boolean,
) {
  const { centre, width, height, chin } = frame.head;
  // In a portrait without a chest, what falls on one side of a turned head falls on the other too.
  const close = isClose(frame, size);
  const low = frame.neck[1] + frame.torsoLength * 1.1;
  const forearms = frame.arms.filter(({ elbowSeen }) => elbowSeen);
  return (i: number): boolean => {
    const x = i % size.width;
    const y = (i - x) / size.width;
    const below = (y - centre[1]) / height;
    const aside = Math.abs(x - centre[0]) / width;
    if (below < 0.1) return true;
    // The shadow of the chin has the hue of skin, a beard has not.
    if (y > chin[1] && aside < 0.4 && skinLike[i]! > 0.5 && !isRough(i)) return false;
    // A nape, and a beard.
    if ((below < 0.35 && aside < 0.75) || isBeard(i)) return true;
    if (!((close && (falls.left || falls.right)) || (x < centre[0] ? falls.left : falls.right)) || y > low)
      return false;
    return !forearms.some(
      ({ shoulder, elbow, wrist }) =>
        distanceToSegment(x, y, midpoint(shoulder, elbow), elbow) < frame.shoulderWidth * 0.12 ||
        distanceToSegment(x, y, elbow, wrist) < frame.shoulderWidth * 0.12,
    );
  };
}
