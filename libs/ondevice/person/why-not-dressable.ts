import type { ErrorCode } from '@styling/contracts/errors.ts';
import { partsOver, type SeenParts } from '../parts/see-parts.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { distanceBetween } from '../pixels/points.ts';
import { norm } from '../pixels/scalar.ts';
import { bendsForward } from './bends-forward.ts';
import { acrossTorso, type BodyFrame, downTorso, hipsSeen } from './body-frame.ts';
import { joint } from './find-pose.ts';
import { crownHeight } from './head.ts';
import { label } from './labels.ts';

/** Share of the picture that must be clothes, or else a body below the face, beside the neck: shoulders to dress. */
const leastClothes = 0.002;
const leastBody = 0.005;
/** Share of a trunk that hair can cover: where the labels say more, they took the clothes for hair. */
const mostHair = 0.4;
/** Share of a trunk or a face that must belong to the matte: the pose network finds bodies in furniture. */
const leastPerson = 0.45;
/** Belief of the classifier of parts in skin where a face should be, that is not found; profiles have from 0.4 on. */
const leastSkin = 0.2;
/** Where a knee hides the trunk, in u and v. */
const hidingKnee = { u: 0.45, v: 0.55 } as const;
/** Slope of the spine, against upright, up to which the trunk is known. */
const steepest = Math.cos((52 * Math.PI) / 180);

/**
 * Why a person cannot be dressed, whatever is asked for; undefined if nothing is against it.
 *
 * @param parts what the classifier of parts saw, if it was asked
 */
export function whyNotDressable(
  frame: BodyFrame,
  labels: Uint8Array,
  matte: Plane,
  size: Size,
  parts?: SeenParts,
):
  | Extract<ErrorCode, 'no_person' | 'shoulders_not_visible' | 'pose_not_supported' | 'clothes_not_separable'>
  | undefined {
  const { head } = frame;
  const whole = crownHeight(head);
  const told = parts && partsOver(parts, size);
  let [clothes, place, trunk, trunkSeen, hair, face, faceSeen, faceSkin] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] === label.top || labels[i] === label.bottom) clothes++;
    const x = i % size.width;
    const y = (i - x) / size.width;
    const v = downTorso(frame, x, y);
    if (labels[i] !== label.background && labels[i] !== label.hair && isBelowFace(frame, x, y)) place++;
    if (v > 0.1 && v < 0.9 && Math.abs(acrossTorso(frame, x, y)) < 0.3) {
      trunk++;
      trunkSeen += matte[i]!;
      if (labels[i] === label.hair) hair++;
    }
    if (norm(x - head.centre[0], y - head.centre[1]) < 0.2 * whole) {
      face++;
      faceSeen += matte[i]!;
      faceSkin += told?.covers(x, y) ? told.value(parts!.skin, x, y) : 1;
    }
  }
  if (trunkSeen < leastPerson * trunk) return 'no_person';
  // Turned away, or behind others.
  if (faceSeen < leastPerson * face) return 'pose_not_supported';
  if (clothes < leastClothes * labels.length && place < leastBody * labels.length) return 'shoulders_not_visible';
  const { at, seen } = frame;
  const hips = hipsSeen(frame);
  // Hips outside of the picture are a guess, unless the head lies as they do.
  const upright = (head.chin[1] - head.brow[1]) / (distanceBetween(head.chin, head.brow) || 1);
  const lies = frame.down[1] < steepest && (hips || upright < steepest);
  const knees = [joint.leftKnee, joint.rightKnee].filter((which) => seen(which) > 0.5).map(at);
  const hidden = knees.some(
    ([x, y]) => Math.abs(acrossTorso(frame, x, y)) < hidingKnee.u && downTorso(frame, x, y) < hidingKnee.v,
  );
  // Somebody who leans forward in a portrait still shows arms and chest; in a whole figure the legs are in front of them.
  const folded = bendsForward(frame) && (hips || !frame.faceFound);
  // The face is below a cap, or the person is seen from behind.
  const faceless = !frame.faceFound && faceSkin < leastSkin * face;
  if (lies || folded || faceless || (hips && hidden)) return 'pose_not_supported';
  // After the pose: of who lies, the labels are wrong too.
  return hair > mostHair * trunk ? 'clothes_not_separable' : undefined;
}

const isBelowFace = ({ head: { centre, chin, width } }: BodyFrame, x: number, y: number): boolean =>
  y > chin[1] && norm(x - centre[0], y - chin[1]) > 0.55 * width;
