import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import type { SeenCloth } from './see-clothes.ts';

/** How much of the shade in its folds a white cloth lights up itself. */
const ownLight = 0.6;
/** More would enlarge noise and seams. */
const most = 1.9;
/** Between these prints count as folds less and less: their edges would be stronger, too. */
const printed = [0.15, 0.3] as const;
/** Light cloth takes only a part of the folds of much darker one already (`foldsShown`). */
const least = 0.8;

/**
 * How much stronger the folds of a worn cloth are to be on a new one, as a factor on log light; `wanted` is the new one's luminance. Light
 * is thrown to and fro between the sides of a fold, the more the lighter the cloth (Langer 1999, When shadows become interreflections), so
 * that the folds of white cloth are pale ones. In photographs of plain tops, too, black and coloured ones have about twice the contrast of white ones.
 */
export const foldContrast = ({ light, print }: SeenCloth, wanted: number): number =>
  mix(clamp((1 - ownLight * wanted) / (1 - ownLight * light), least, most), 1, smoothstep(...printed, print));

/**
 * How far the fine light on a worn cloth can be that of a new one of luminance `wanted`, 0..1: not where it is a print, which light cloth
 * shows most, or the noise of a darker cloth.
 */
export const foldsShown = ({ print, light }: SeenCloth, wanted: number): number => {
  const printed = smoothstep(0.22, 0.42, print) * smoothstep(0.03, 0.3, wanted);
  return 1 - Math.max(0.85 * printed, 0.5 * smoothstep(0.22, 0.4, wanted - light));
};
