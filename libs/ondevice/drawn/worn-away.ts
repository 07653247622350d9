import type { Subject } from '../garment/subject.ts';
import type { Worn } from '../garment/worn.ts';
import { bodyPart } from '../person/body-map.ts';
import { label } from '../person/labels.ts';
import { boxBlur } from '../pixels/box-blur.ts';
import { type Plane, stepPlane } from '../pixels/plane.ts';

/**
 * Where the worn top and the arms down to `sleeve` are, 0..1: a drawn garment may be narrower. The skin of neck and chest stays,
 * as it is seen in the new neckline.
 */
export function wornUpper({ parsed, body, size }: Subject, worn: Worn, sleeve: number): Plane {
  const { labels } = parsed;
  const mask = new Float32Array(labels.length);
  for (let i = 0; i < mask.length; i++) {
    const arm = body.part[i] !== bodyPart.torso && body.along[i]! < sleeve && labels[i] === label.skin;
    if (labels[i] === label.top || arm) mask[i] = 1;
    else mask[i] = worn.top[i]!;
  }
  return stepPlane(boxBlur(mask, size, 2), 0, 0.5);
}
