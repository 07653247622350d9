import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import type { Triple } from '../pixels/colour.ts';
import { measureNoise } from '../pixels/measure-noise.ts';
import type { Plane } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import { broadLight } from './broad-light.ts';
import { exposureOf } from './exposure.ts';
import { lightDirection } from './light-direction.ts';
import { veilOf } from './veil.ts';

/** What cloth has to have in common with its photograph. */
export type PhotographLight = {
  /** Unit vector towards the light: x to the right, y down the picture, z towards us. */
  light: Triple;
  /** The photograph's brightness as a factor on cloth, and the broad light on the worn clothes as one more at each pixel. */
  exposure: number;
  broadLight: Plane;
  /** Standard deviation of the photograph's noise, in sRGB 0..1. */
  noise: number;
  /** Light that lies over everything, linear 0..1 ({@link veilOf}). */
  veil: Triple;
};

/** Measures the light of a photograph on the person in it. */
export const lightOfPhotograph = (subject: Subject): PhotographLight => ({
  light: lightDirection(subject),
  exposure: exposureOf(subject),
  broadLight: broadLight(subject),
  noise: noise(subject),
  veil: veilOf(subject),
});

/** What a photograph that seems free of noise has, and what no cloth is given. */
const noises = [0.004, 0.012] as const;

/** The noise of skin, which has little fine texture of its own. */
function noise({ foreground, matte, parsed: { labels }, size }: Subject): number {
  const smooth = (i: number) => matte[i]! > 0.95 && labels[i] === label.skin;
  return clamp(measureNoise(foreground[1], size, smooth) ?? 0, ...noises);
}
