import { boxBlur } from '../pixels/box-blur.ts';
import { connectedComponents } from '../pixels/components.ts';
import { maskOf, type Plane, type Size } from '../pixels/plane.ts';
import { median } from '../pixels/statistics.ts';
import type { BodyFrame } from './body-frame.ts';
import { label } from './labels.ts';

/** How much rougher than the face what has the label of skin must be to be hair. */
const rougher = 1.7;
/** Smaller areas are specks, as shares of the picture. */
const leastArea = 4e-4;
/** Half the width of the neck below the chin, where stubble and necklaces are rough too, in face widths. */
const neck = 0.45;

/** Mean difference of lightness from its surroundings. */
export function roughness(lightness: Plane, size: Size): Plane {
  const radius = Math.max(2, Math.round(Math.max(size.width, size.height) / 250));
  const mean = boxBlur(lightness, size, radius);
  return boxBlur(
    mean.map((value, i) => Math.abs(value - lightness[i]!)),
    size,
    2 * radius,
  );
}

/**
 * Labels hair of the colour of skin as hair, in place: it has strands, which skin has not. Only what goes on from hair and is outside of
 * face and neck.
 *
 * @param rough the {@link roughness} of the picture
 * @param kept > 0.5 on the face, hands and bare limbs
 * @param mayBe whether hair can be at a pixel
 */
export function labelStrands(
  labels: Uint8Array,
  rough: Plane,
  kept: Plane,
  { head }: BodyFrame,
  size: Size,
  mayBe: (i: number) => boolean,
): void {
  const { centre, chin, width, height } = head;
  const even = median(rough.filter((_, i) => kept[i]! > 0.9));
  if (!(even > 0)) return;
  const isRough = (i: number) => {
    if (labels[i] !== label.skin || kept[i]! > 0.5 || rough[i]! < rougher * even || !mayBe(i)) return false;
    const x = i % size.width;
    const aside = Math.abs(x - chin[0]) / width;
    return aside > neck || ((i - x) / size.width - centre[1]) / height < 0;
  };
  const areas = connectedComponents(isRough, size);
  const near = boxBlur(maskOf(labels, label.hair), size, Math.max(2, Math.max(size.width, size.height) / 250));
  const touches = areas.sizes.map(() => false);
  for (let i = 0; i < labels.length; i++) if (near[i]! > 0.05) touches[areas.labels[i]!] = true;
  const hair = areas.sizes.map(
    (pixels, area) => area > 0 && touches[area] === true && pixels > leastArea * labels.length,
  );
  for (let i = 0; i < labels.length; i++) if (hair[areas.labels[i]!]) labels[i] = label.hair;
}
