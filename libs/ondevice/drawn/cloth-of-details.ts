import { type ColourName, clothColours } from '../garment/colour-names.ts';
import { surfaces } from '../garment/materials.ts';
import type { Cloth } from '../garment/paint-cloth.ts';
import { blendColours } from '../garment/patterns.ts';
import { linearBytes } from '../pixels/colour.ts';

/** A tie is of silk. */
export const tieCloth = (name: ColourName): Cloth => {
  const colour = linearBytes(clothColours[name]);
  return { kind: 'top', colour, second: colour, pattern: 'solid', surface: { ...surfaces.silk, gloss: 0.06 } };
};

/** Buttons are of horn on dark cloth, of pearl on light cloth. */
export const buttonCloth = (cloth: Cloth): Cloth => ({
  ...cloth,
  picture: undefined,
  colour: cloth.colour[1] > 0.4 ? [0.78, 0.76, 0.72] : blendColours(cloth.colour, [0.01, 0.01, 0.012], 0.6),
  pattern: 'solid',
});
