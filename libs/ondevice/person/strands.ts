import { boxBlur } from '../pixels/box-blur.ts';
import { connectedComponents } from '../pixels/components.ts';
import { maskOf, type Plane, type Size, times } from '../pixels/plane.ts';
import { medianWhere } from '../pixels/statistics.ts';
import type { BodyFrame } from './body-frame.ts';
import { label } from './labels.ts';

/** How much rougher than the face what has the label of skin must be to be hair. */
export const rougher = 1.7;
/** A lock is wider than this part of the longer side, twice; a strap, a chain or the edge of a collar is not. */
const narrow = 100;
const mostlyRough = 0.6;
/** Smaller areas are specks, as shares of the picture. */
const leastArea = 4e-4;
/** Half the width of the neck below the chin, where stubble and necklaces are rough too, in face widths. */
const neck = 0.45;

/**
 * Mean difference of lightness from its surroundings.
 *
 * @param within 1 where only what is inside counts, so that its border with something else is not rough
 */
export function roughness(lightness: Plane, size: Size, within?: Plane): Plane {
  const radius = Math.max(2, Math.round(Math.max(size.width, size.height) / 250));
  const difference = weighedMean(lightness, within, size, radius);
  for (let i = 0; i < difference.length; i++) difference[i] = Math.abs(difference[i]! - lightness[i]!);
  return weighedMean(difference, within, size, 2 * radius);
}

function weighedMean(plane: Plane, weights: Plane | undefined, size: Size, radius: number): Plane {
  if (!weights) return boxBlur(plane, size, radius);
  const near = boxBlur(weights, size, radius);
  const out = times(plane, weights);
  boxBlur(out, size, radius, out);
  for (let i = 0; i < out.length; i++) out[i] = near[i]! > 1e-4 ? out[i]! / near[i]! : 0;
  return out;
}

/**
 * Labels hair of the colour of skin as hair, in place: it has strands, which skin has not. Only what goes on from hair and is outside of
 * face and neck.
 *
 * @param lightness of OKLab
 * @param kept > 0.5 on the face, hands and bare limbs
 * @param mayBe whether hair can be at a pixel
 */
export function labelStrands(
  labels: Uint8Array,
  lightness: Plane,
  kept: Plane,
  { head }: BodyFrame,
  size: Size,
  mayBe: (i: number) => boolean,
): void {
  const { centre, chin, width, height } = head;
  const rough = roughness(lightness, size, maskOf(labels, label.skin));
  const even = medianWhere(rough, (i) => kept[i]! > 0.9 && labels[i] === label.skin);
  if (!(even > 0)) return;
  const isRough = (i: number) => {
    if (labels[i] !== label.skin || kept[i]! > 0.5 || rough[i]! < rougher * even || !mayBe(i)) return false;
    const x = i % size.width;
    const aside = Math.abs(x - chin[0]) / width;
    return aside > neck || ((i - x) / size.width - centre[1]) / height < 0;
  };
  const found = new Float32Array(labels.length);
  for (let i = 0; i < found.length; i++) if (isRough(i)) found[i] = 1;
  const inner = boxBlur(found, size, Math.max(2, Math.max(size.width, size.height) / narrow));
  const areas = connectedComponents((i) => found[i] === 1 && inner[i]! > mostlyRough, size);
  const near = boxBlur(maskOf(labels, label.hair), size, Math.max(2, Math.max(size.width, size.height) / 250));
  const touches = areas.sizes.map(() => false);
  for (let i = 0; i < labels.length; i++) if (near[i]! > 0.05) touches[areas.labels[i]!] = true;
  const hair = areas.sizes.map(
    (pixels, area) => area > 0 && touches[area] === true && pixels > leastArea * labels.length,
  );
  for (let i = 0; i < labels.length; i++) if (hair[areas.labels[i]!]) labels[i] = label.hair;
}
