import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import type { SeenCloth } from './see-clothes.ts';

/** Which share of the folds of a worn cloth a new one shows, 0..1, and with what contrast, as a factor on their log light. */
export type Folds = { share: number; contrast: number };

/** How much of the shade in its folds a white cloth lights up itself. */
const ownLight = 0.6;
/** The least contrast, as light cloth takes only a part of the folds of much darker one already, and the most: more would enlarge noise and seams. */
const [least, most] = [0.8, 1.9];

/**
 * The folds of a worn cloth on a new one of this luminance. Not shown is what may be a print, which light cloth shows most, or the noise of
 * a darker cloth. Light is thrown to and fro between the sides of a fold, the more the lighter the cloth (Langer 1999, When shadows become
 * interreflections), so that the folds of white cloth are pale ones. In photographs of plain tops, too, black and coloured ones have about twice the
 * contrast of white ones.
 */
export function foldsOn({ print, light }: SeenCloth, luminance: number): Folds {
  const printed = smoothstep(0.22, 0.42, print) * smoothstep(0.03, 0.3, luminance);
  const contrast = clamp((1 - ownLight * luminance) / (1 - ownLight * light), least, most);
  return {
    share: 1 - Math.max(0.85 * printed, 0.5 * smoothstep(0.22, 0.4, luminance - light)),
    // The edges of a print would be stronger, too.
    contrast: mix(contrast, 1, smoothstep(0.15, 0.3, print)),
  };
}
