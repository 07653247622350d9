import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import type { SeenCloth } from './seen-clothes.ts';

/** How much of the shade in its folds a white cloth lights up itself. */
const ownLight = 0.6;
/** What is written large that is not a fold: noise, a seam. */
const most = 1.9;
/** From where to where a print is taken for folds, which are left as they are then. */
const printed = [0.15, 0.3] as const;
/** Light folds are not weakened further: what they lose by their own light, exposure has taken already. */
const least = 0.8;

/**
 * How much stronger the folds of a worn cloth are to be on a new one, as a factor on log light of the luminance `wanted`. Light is thrown
 * to and fro between the sides of a fold, the more the lighter the cloth (Langer 1999, When shadows become interreflections), so that the
 * folds of white cloth are pale ones. In photographs of plain tops, too, black and coloured ones have about twice the contrast of white ones.
 */
export const foldContrast = ({ light, print }: SeenCloth, wanted: number): number =>
  mix(clamp((1 - ownLight * wanted) / (1 - ownLight * light), least, most), 1, smoothstep(...printed, print));
