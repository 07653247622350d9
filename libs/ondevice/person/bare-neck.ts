import type { OklabPlanes } from '../pixels/colour.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { median } from '../pixels/statistics.ts';
import type { BodyFrame } from './body-frame.ts';
import { label } from './labels.ts';

/** From this likeness a colour has at least the hue of skin. */
const hueOfSkin = 0.5;
/** How far below the chin the neck can be hidden by its shadow, how far above the jaw is beside it, and how much skin shows it: face heights. */
const reach = { below: 0.42, above: 0.25, shows: 0.025 } as const;
/** Half the width of a neck, in face widths. */
const half = 0.44;
/** What is darker than this part of the face's lightness has no hue; what is lighter is skin if its hue differs less (OKLab a, b over lightness). */
const dark = 0.45;
const likeFace = 0.07;

/**
 * Labels as skin, in place, what is taken for a top between the face and skin of the neck that is seen below it: the shadow of the chin, and
 * stubble. Cloth of another colour, as that of a scarf, stays.
 *
 * @param skinLike of `ParsedPerson`
 */
export function bareNeck(
  labels: Uint8Array,
  face: Plane,
  skinLike: Plane,
  { lightness, a, b }: OklabPlanes,
  { head, down }: BodyFrame,
  { width, height }: Size,
): void {
  const sample = (plane: Plane) => median(plane.filter((_, i) => face[i]! > 0.5));
  const [l, faceA, faceB] = [sample(lightness), sample(a), sample(b)];
  if (!(l > 0)) return;
  // Another light scales all three of OKLab alike.
  const isShaded = (i: number) =>
    lightness[i]! < dark * l ||
    Math.hypot(a[i]! / lightness[i]! - faceA / l, b[i]! / lightness[i]! - faceB / l) < likeFace;
  const steps = (reach.above + reach.below) * head.height;
  for (let across = -half * head.width; across <= half * head.width; across += 0.5) {
    const hidden: number[] = [];
    let [started, skin, shaded] = [false, 0, 0];
    for (let step = 0; step < steps; step++) {
      const along = step - reach.above * head.height;
      const x = Math.round(head.chin[0] + across * down[1] + along * down[0]);
      const y = Math.round(head.chin[1] - across * down[0] + along * down[1]);
      if (x < 0 || y < 0 || x >= width || y >= height) break;
      const i = y * width + x;
      if (face[i]! > 0.5) {
        started = true;
        hidden.length = skin = shaded = 0;
      } else if (!started || labels[i] === label.background) {
        if (started) break;
      } else if (labels[i] === label.skin && skinLike[i]! > hueOfSkin) {
        if (++skin < reach.shows * head.height) continue;
        if (shaded > hidden.length / 2) for (const j of hidden) labels[j] = label.skin;
        break;
      } else {
        skin = 0;
        if (labels[i] !== label.top) continue;
        hidden.push(i);
        if (isShaded(i)) shaded++;
      }
    }
  }
}
