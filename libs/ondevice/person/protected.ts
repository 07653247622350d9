import { boxBlur } from '../pixels/box-blur.ts';
import { maskOf, type Plane, type Size, stepPlane, union } from '../pixels/plane.ts';
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
export function protect(
  { labels, head, face, hands, frame }: ParsedPerson,
  followEdges: FollowEdges,
  size: Size,
): Protected {
  const soft = (which: number) => stepPlane(boxBlur(maskOf(labels, which), size, 1), 0.15, 0.65);
  const onHead = head.slice();
  // Cloth below the chin is a collar, whatever the ellipse of a skull covers.
  const jaw = frame.head.chin[1] - 0.3 * frame.head.height;
  for (let i = 0; i < onHead.length; i++)
    if (labels[i] === label.top && face[i] === 0 && Math.floor(i / size.width) > jaw) onHead[i] = 0;
  return {
    head: boxBlur(onHead, size, 1),
    hair: stepPlane(followEdges(maskOf(labels, label.hair)), 0.2, 0.75),
    hands: union(soft(label.other), hands),
    skin: soft(label.skin),
  };
}
