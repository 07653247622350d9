import type { Detection } from '../models/ssd.ts';
import type { Point } from '../pixels/points.ts';

/**
 * A second face with at least this share of the first one's width belongs to a second person, not to a passer-by, unless that one's body
 * is known and smaller still.
 */
const similarSize = 0.6;

/** The width of a face in pixels. */
export const faceWidth = ({ left, right }: Pick<Detection, 'left' | 'right'>): number => right - left;

/** The middle of a face. */
export const faceCentre = ({ left, right, top, bottom }: Detection): Point => [(left + right) / 2, (top + bottom) / 2];

/** Whether a point lies in a face's box. */
export const isInFace = ([x, y]: Point, { left, right, top, bottom }: Detection): boolean =>
  x > left && x < right && y > top && y < bottom;

/**
 * The face of the person to dress among all detections, and the others. Two heads never lie in each other: of such detections only the surer is
 * a face, whichever is larger. Of the rest it is the one with the nose of the pose, else the widest.
 *
 * @param nose of the pose in image pixels; none if there is no body
 */
export function whichFace(
  found: readonly Detection[],
  nose: Point | undefined,
): { face: Detection | undefined; others: Detection[] } {
  const apart: Detection[] = [];
  for (const one of found.toSorted((a, b) => b.score - a.score)) {
    const within = (other: Detection) => isInFace(faceCentre(one), other) || isInFace(faceCentre(other), one);
    if (!apart.some(within)) apart.push(one);
  }
  const widest = apart.toSorted((a, b) => faceWidth(b) - faceWidth(a));
  const face = (nose && widest.find((one) => isInFace(nose, one))) ?? widest[0];
  return { face, others: widest.filter((one) => one !== face) };
}

/** How large somebody is in the picture, in pixels: the face's width, and the body's scale (`limbScale`) if that was found. */
export type Extent = { face: number; body?: number | undefined };

/**
 * Whether somebody is as large as the `first` person, so that nobody could tell who is to be dressed. A face that is bent down is small: bodies
 * are surer.
 */
export const isRival = (first: Extent, other: Extent): boolean =>
  other.face > first.face * similarSize &&
  (first.body === undefined || other.body === undefined || other.body > first.body * similarSize);
