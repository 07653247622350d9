import type { Measures } from '../drawn/measures.ts';
import { type Side, sign } from '../drawn/side.ts';
import type { Triple } from '../pixels/colour.ts';
import { onSleeveOf, onTrunk, type Print } from './print.ts';
import { onSwatch, type Swatch } from './swatch.ts';

/**
 * A cloth's own colours in linear light, in shoulder widths: `x` across from the spine and `y` down from the shoulder line, or
 * across and along a sleeve, as drawn parts have them. undefined where they are not known.
 */
export type ClothPicture = (x: number, y: number, sleeve: Side | undefined) => Triple | undefined;

/** A swatch as an endless cloth. */
export const ofSwatch =
  (swatch: Swatch): ClothPicture =>
  (x, y) =>
    onSwatch(swatch, x, y);

/** How far cloth that turns away at the sides is drawn out there, and how wide the axis of a sleeve lies from the spine. */
const drawnOut = 1.14;
const sleeveAt = 0.7;

/** A flat garment on drawn parts: armpits on armpits, as wide as the trunk, its prints in their proportion. */
export function ofPrint(print: Print, { half, arms, pits }: Measures): ClothPicture {
  const { centre, armpit, chest, sleeves } = print.shape;
  const width = 2 * drawnOut * (0.54 * (half(0, 0.36) + half(1, 0.36)) + 0.02);
  const scale = chest / width;
  const pit = (pits[0][1] + pits[1][1]) / 2;
  return (x, y, sleeve) => {
    if (sleeve === undefined) return onTrunk(print, [centre + x * scale, armpit + (y - pit) * scale]);
    const length = (sleeves[sleeve] ?? sleeves[sleeve === 0 ? 1 : 0])?.length ?? chest;
    const radius = arms[sleeve].radius(0.5) * 1.12 + 0.015;
    return onSleeveOf(print, sleeve, (y * scale) / length, (x - sign(sleeve) * sleeveAt) / radius);
  };
}
