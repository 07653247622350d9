import { boxBlur } from '../pixels/box-blur.ts';
import { maskOf, type Plane, type Rgb, type Size, stepPlane, union } from '../pixels/plane.ts';
import { type BodyMap, bodyPart } from './body-map.ts';
import { separateHair } from './hair-layer.ts';
import { label } from './labels.ts';
import type { ParsedPerson } from './parse-person.ts';

/** What of a person no garment may paint; planes of 0..1 a pixel, soft at their edges, which may overlap. */
export type Protected = {
  /** Face, ears, glasses and what is worn on the head. */
  head: Plane;
  /** Hair, also where it lies over the clothes. */
  hair: Plane;
  /** Seen hands, and things held before the clothes. */
  hands: Plane;
  /**
   * Bare arms and legs, without the hands. Only cloth with an outline of its own may cover them: recoloured skin is body paint. Skin beside a sleeve
   * is not an arm's, but that of the chest of somebody who is turned.
   */
  skin: Plane;
};

/** Measures {@link Protected}. `rgb`: the person's own colours, which the edge of the hair follows. */
export function protect(parsed: ParsedPerson, body: BodyMap, rgb: Rgb, matte: Plane, size: Size): Protected {
  const { labels, hands, found, held } = parsed;
  const skinned = maskOf(labels, label.skin);
  const gripping = held.mask.slice();
  const sleeved = [bodyPart.leftUpperArm, bodyPart.rightUpperArm].filter((arm) => isSleeved(arm, labels, body));
  for (let i = 0; i < skinned.length; i++) {
    if (skinned[i] === 1 && found[i] === 0 && hands[i]! > 0.45) gripping[i] = 1;
    const legs = body.part[i] === bodyPart.torso && body.v[i]! > 1;
    const ofChest = body.along[i]! < lowestChest && sleeved.includes(body.part[i] as (typeof sleeved)[0]);
    if ((body.part[i] === bodyPart.torso && !legs) || ofChest) skinned[i] = 0;
  }
  return {
    head: boxBlur(withoutCollar(parsed, size), size, 1),
    hair: separateHair(labels, matte, rgb, size),
    hands: union(boxBlur(gripping, size, 1), found),
    skin: stepPlane(boxBlur(skinned, size, 1), 0.15, 0.65),
  };
}

/** Share of skin on an upper arm up to which it is in a sleeve: the arm of a t-shirt shows more. */
const besideSleeve = 0.15;
/** How far down an upper arm the chest lies beside it: a sleeve may end just above the elbow. */
const lowestChest = 0.5;

/** Whether what is seen of an upper arm is nearly all cloth. */
function isSleeved(arm: number, labels: Uint8Array, { part }: BodyMap): boolean {
  let [skin, cloth] = [0, 0];
  for (let i = 0; i < labels.length; i++) {
    if (part[i] !== arm) continue;
    if (labels[i] === label.skin) skin++;
    else if (labels[i] === label.top) cloth++;
  }
  return skin < besideSleeve * (skin + cloth);
}

/** Height of the ear lobes above the chin, as a share of that of the brow: below it a collar may lie beside a jaw. */
const lobes = 0.42;

/** The head without cloth that stands beside the jaw. Where no face mesh shows the jaw, it could be a beard. */
function withoutCollar({ labels, head, face, frame }: ParsedPerson, { width }: Size): Plane {
  const { chin, brow } = frame.head;
  const [upX, upY] = [brow[0] - chin[0], brow[1] - chin[1]];
  const whole = upX * upX + upY * upY || 1;
  const out = head.slice();
  if (frame.faceOval.length === 0) return out;
  for (let i = 0; i < out.length; i++) {
    if (out[i] === 0 || labels[i] !== label.top || face[i]! > 0) continue;
    const x = i % width;
    if (((x - chin[0]) * upX + ((i - x) / width - chin[1]) * upY) / whole < lobes) out[i] = 0;
  }
  return out;
}
