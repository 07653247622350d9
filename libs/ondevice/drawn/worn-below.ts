import type { Subject } from '../garment/subject.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { boxBlur } from '../pixels/box-blur.ts';
import { type Plane, stepPlane } from '../pixels/plane.ts';
import type { Measures } from './measures.ts';

/** This far below where bare legs are taken away there is no top any more. */
const belowHem = 0.35;

/** Rows of body coordinates between which bare legs are taken away too: where a new garment covers them. */
export type BareRange = { from: number; to: number };

/**
 * Where what is worn on the legs is, 0..1, with its soft edge, and bare legs in `bare`. Shoes stay, and so do arms and hands,
 * which hang before the legs.
 */
export function wornBelow(
  { parsed, body, matte, size, protected: kept }: Subject,
  { toBody, torso }: Measures,
  bare: BareRange,
): Plane {
  const { labels } = parsed;
  const mask = new Float32Array(labels.length);
  const stays = new Float32Array(labels.length);
  for (let i = 0; i < mask.length; i++) {
    if (matte[i] === 0) continue;
    const onArm = body.part[i] !== bodyPart.torso && labels[i] !== label.bottom;
    const x = i % size.width;
    const [, y] = toBody(x, (i - x) / size.width);
    const onLegs = y > Math.max(bare.from, torso) && y < bare.to;
    const hangsOver = labels[i] === label.top && !(onLegs && y > bare.from + belowHem);
    if (onArm || labels[i] === label.shoes || hangsOver) stays[i] = 1;
    else if (labels[i] === label.bottom || onLegs) mask[i] = 1;
  }
  const out = stepPlane(boxBlur(mask, size, Math.max(2, Math.round(size.height / 340))), 0, 0.5);
  for (let i = 0; i < out.length; i++) out[i]! *= 1 - Math.max(stays[i]!, kept.hands[i]!);
  return out;
}
