import { boxBlur } from '../pixels/box-blur.ts';
import { maskOf, type Plane, type Size, stepPlane, union } from '../pixels/plane.ts';
import { distanceBetween, distanceToSegment } from '../pixels/points.ts';
import { clamp, norm, smoothstep } from '../pixels/scalar.ts';
import { mean } from '../pixels/statistics.ts';
import { joint } from './find-pose.ts';
import { crownHeight } from './head.ts';
import { label } from './labels.ts';
import type { FollowEdges } from './matte.ts';
import type { ParsedPerson } from './parse-person.ts';

/** What of a person no garment may paint; planes of 0..1 a pixel, soft at their edges, which may overlap. */
export type Protected = {
  /** Face, ears, glasses and what is worn on the head. */
  head: Plane;
  /** Hair, also where it lies over the clothes; its edge is the photograph's. */
  hair: Plane;
  /** Hands, and things held or carried before the clothes. */
  hands: Plane;
  /** All bare skin: painting it would be body paint. */
  skin: Plane;
};

/** Measures {@link Protected}. */
export function protect(parsed: ParsedPerson, matte: Plane, followEdges: FollowEdges, size: Size): Protected {
  const { labels, face, hands, frame } = parsed;
  const soft = (which: number) => stepPlane(boxBlur(maskOf(labels, which), size, 1), 0.15, 0.65);
  const head = headMask(parsed, matte, size);
  // Cloth below the chin is a collar, whatever the ellipse of a skull covers.
  const jaw = frame.head.chin[1] - 0.3 * frame.head.height;
  for (let i = 0; i < head.length; i++)
    if (labels[i] === label.top && face[i] === 0 && Math.floor(i / size.width) > jaw) head[i] = 0;
  return {
    head: boxBlur(head, size, 1, head),
    hair: stepPlane(followEdges(maskOf(labels, label.hair)), 0.2, 0.75),
    hands: union(soft(label.other), hands),
    skin: soft(label.skin),
  };
}

/** Half the width of a skull seen from the front, as a share of its height; the ears are inside. */
const halfWidth = 0.37;
/** The same for its height, and downwards where no mesh shows the chin. */
const halfHeight = 0.52;
const toSupposedChin = 0.58;
/** Where the brim of a hat may begin, from the chin (0) to the crown (1), and how far it reaches to each side. */
const brim = { from: 0.5, reach: 0.95 };

/**
 * 1 where the head is, 0 elsewhere: an ellipse from chin to crown, wide enough for both ears, the face mesh's outline, and
 * what is worn on the head. Above the eyes everything beside a head is a hat or hair, except a raised arm.
 */
export function headMask({ frame, face }: Pick<ParsedPerson, 'frame' | 'face'>, matte: Plane, size: Size): Plane {
  const { head, arms, at, seen, shoulderWidth } = frame;
  const [chinX, chinY] = head.chin;
  const mask = face.slice();
  const whole = crownHeight(head);
  const length = distanceBetween(head.chin, head.brow) || 1;
  const [upX, upY] = [(head.brow[0] - chinX) / length, (head.brow[1] - chinY) / length];
  const along = (x: number, y: number) => ((x - chinX) * upX + (y - chinY) * upY) / whole;
  const across = (x: number, y: number) => ((y - chinY) * upX - (x - chinX) * upY) / whole;
  const ears = [joint.leftEar, joint.rightEar].filter((which) => seen(which) > 0.3);
  const middle = ears.length === 2 ? mean(ears.map((ear) => across(...at(ear)))) : across(...head.centre);
  // Turned to the side, a head is as wide as from the ear to the nose.
  const wide = clamp(Math.abs(across(...at(joint.nose)) - middle) + 0.04, halfWidth, 0.52);
  const onArm = (x: number, y: number) =>
    arms.some(
      ({ shoulder, elbow, wrist, elbowSeen, wristSeen }) =>
        (elbowSeen && distanceToSegment(x, y, shoulder, elbow) < shoulderWidth * 0.2) ||
        (wristSeen && distanceToSegment(x, y, elbow, wrist) < shoulderWidth * 0.17),
    );
  const reach = whole * 1.6;
  const [middleX, middleY] = [chinX + upX * whole * 0.5, chinY + upY * whole * 0.5];
  const [right, bottom] = [Math.min(size.width - 1, middleX + reach), Math.min(size.height - 1, middleY + reach)];
  for (let y = Math.max(0, Math.ceil(middleY - reach)); y <= bottom; y++)
    for (let x = Math.max(0, Math.ceil(middleX - reach)); x <= right; x++) {
      const i = y * size.width + x;
      const height = along(x, y);
      const beside = across(x, y) - middle;
      const half = height < 0.5 && !frame.faceFound ? toSupposedChin : halfHeight;
      const skull = 1 - smoothstep(0.94, 1.06, norm(beside / wide, (height - 0.5) / half));
      const worn =
        smoothstep(brim.from - 0.05, brim.from + 0.05, height) *
        (1 - smoothstep(brim.reach - 0.1, brim.reach, Math.abs(beside)));
      const hat = worn > skull && !onArm(x, y) ? worn : 0;
      mask[i] = Math.max(mask[i]!, skull, hat) * Math.min(1, matte[i]! * 2);
    }
  return mask;
}
