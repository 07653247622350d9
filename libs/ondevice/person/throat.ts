import type { Plane, Size } from '../pixels/plane.ts';
import type { BodyFrame } from './body-frame.ts';
import { label } from './labels.ts';

/** How far the throat goes down from the chin, in face heights, and half its width, in face widths. */
const below = 0.3;
const aside = 0.3;
/** From this likeness a colour has at least the hue of skin. */
const hueOfSkin = 0.5;

/**
 * Labels the throat as skin, in place, where it is taken for a top because it lies in the shadow of the chin or between strands:
 * what has the hue of this person's skin.
 */
export function uncoverThroat(labels: Uint8Array, skinLike: Plane, { head }: BodyFrame, { width }: Size): void {
  const { chin } = head;
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== label.top || skinLike[i]! <= hueOfSkin) continue;
    const x = i % width;
    const down = ((i - x) / width - chin[1]) / head.height;
    if (down > 0 && down < below && Math.abs(x - chin[0]) / head.width < aside) labels[i] = label.skin;
  }
}
