import type { Subject } from '../garment/subject.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { boxBlur } from '../pixels/box-blur.ts';
import { type Plane, stepPlane } from '../pixels/plane.ts';
import type { Measures } from './measures.ts';

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
  const arms = new Float32Array(labels.length);
  for (let i = 0; i < mask.length; i++) {
    if (matte[i] === 0) continue;
    const onArm = body.part[i] !== bodyPart.torso && labels[i] !== label.bottom;
    if (onArm || labels[i] === label.shoes || labels[i] === label.top) arms[i] = 1;
    if (labels[i] === label.bottom) mask[i] = 1;
    else if (!onArm && (labels[i] === label.skin || labels[i] === label.background)) {
      const x = i % size.width;
      const [, y] = toBody(x, (i - x) / size.width);
      if (y > Math.max(bare.from, torso) && y < bare.to) mask[i] = 1;
    }
  }
  const out = stepPlane(boxBlur(mask, size, Math.max(2, Math.round(size.height / 340))), 0, 0.5);
  for (let i = 0; i < out.length; i++) out[i]! *= 1 - Math.max(arms[i]!, kept.hands[i]!);
  return out;
}
