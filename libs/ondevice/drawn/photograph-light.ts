import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import { fillByBlur, gaussianBlur } from '../pixels/box-blur.ts';
import { type Triple, toLinear } from '../pixels/colour.ts';
import { measureNoise } from '../pixels/noise.ts';
import { maskWhere, type Plane } from '../pixels/plane.ts';
import { clamp, mix, smoothstep } from '../pixels/scalar.ts';
import { median, quantile } from '../pixels/statistics.ts';

/** What cloth has to have in common with its photograph. */
export type PhotographLight = {
  /** The photograph's brightness as a factor on cloth, and the broad light on the worn clothes as one more at each pixel. */
  exposure: number;
  broadLight: Plane;
  /** Standard deviation of the photograph's noise, in sRGB 0..1. */
  noise: number;
  /** Light that lies over everything, linear 0..1: stray light, haze or a faded print, which let nothing be black. */
  veil: Triple;
};

/** Measures the light of a photograph on the person in it. */
export const lightOfPhotograph = (subject: Subject): PhotographLight => ({
  exposure: exposureOf(subject),
  broadLight: broadLight(subject),
  noise: noiseOf(subject),
  veil: veilOf(subject),
});

/** The values at every fifth pixel, which are enough for a quantile, as far as `where` is. */
function sampleOf(plane: Plane, where: (i: number) => boolean): number[] {
  const out: number[] = [];
  for (let i = 0; i < plane.length; i += 5) if (where(i)) out.push(plane[i]!);
  return out;
}

/** What the brightest of a person, and a lit face, reflect in a well exposed photograph: in people who wear black the face tells. */
const reflects = { brightest: 0.8, face: 0.5 } as const;

/** The photograph's brightness, by the person alone, as what lies behind is lit in another way: darker, white is grey; brighter, it has no folds. */
function exposureOf({ shading: { luminance }, matte, parsed: { face, labels } }: Subject): number {
  const person = sampleOf(luminance, (i) => matte[i]! >= 0.95);
  const skin = sampleOf(luminance, (i) => matte[i]! >= 0.95 && face[i]! > 0.9 && labels[i] === label.skin);
  const factor = Math.max(quantile(person, 0.985) / reflects.brightest, quantile(skin, 0.9) / reflects.face);
  return clamp(factor, 0.86, 1.06);
}

/** How far light is continued beyond the worn clothes, and how smooth it is, in shoulder widths. */
const [reaches, smooth] = [[0.1, 0.25, 0.7], 0.07] as const;
/** How far log light may be from that of most of the cloth; what is brighter counts less, as white cloth would be a white area. */
const logs = { darkest: -0.7, brightest: 0.4, brighter: 0.4 } as const;
/** How much of it is taken over, from nearly black cloth, whose straps and seams look like deep shade, to any other; between these luminances. */
const taken = { black: 0.35, other: 0.9, between: [0.012, 0.09] } as const;

/**
 * The light that falls on the worn clothes, without their folds, as a factor: what the sun, a window or the shade of the head do to a
 * photographed garment they do to a drawn one. From the residual log luminance, by normalised convolution (`fillByBlur`).
 */
function broadLight({ parsed, matte, shading, size }: Subject): Plane {
  const { labels, frame } = parsed;
  const cloth = (i: number) => (labels[i] === label.top || labels[i] === label.bottom) && matte[i]! >= 0.9;
  const known = maskWhere(matte.length, cloth);
  const light = new Float32Array(known.length);
  for (let i = 0; i < light.length; i++)
    if (cloth(i)) light[i] = clamp(shading.residual[i]!, logs.darkest, logs.brightest);
  const pixels = (lengths: number) => lengths * frame.shoulderWidth;
  const filled = fillByBlur(light, known, size, reaches.map(pixels));
  const broad = gaussianBlur(filled, size, pixels(smooth), filled);
  const luminance = median(sampleOf(shading.luminance, cloth));
  const share = mix(taken.black, taken.other, smoothstep(...taken.between, luminance));
  return broad.map((log) => Math.exp(share * (log > 0 ? logs.brighter * log : log)));
}

/** The noise of skin, which has little fine texture of its own, between what a photograph that seems free of it has and the most for cloth. */
function noiseOf({ foreground, matte, parsed: { labels }, size }: Subject): number {
  const smooth = (i: number) => matte[i]! > 0.95 && labels[i] === label.skin;
  return clamp(measureNoise(foreground[1], size, smooth) ?? 0, 0.004, 0.012);
}

/** Which share of a person is as dark as nothing else, how bright that is in an ordinary photograph (sRGB), and the most that counts. */
const darkest = { share: 0.004, usual: 0.045, most: 0.16 } as const;

/** The veil by the darkest pixels, as He et al. 2009 estimate haze; half as coloured as they are, as dark hair is bluish or brown too. */
function veilOf({ foreground, matte }: Subject): Triple {
  const of = (c: 0 | 1 | 2) => {
    const values = sampleOf(foreground[c], (i) => matte[i]! > 0.95);
    return toLinear(clamp(quantile(values, darkest.share) - darkest.usual, 0, darkest.most));
  };
  const [r, g, b] = [of(0), of(1), of(2)];
  const grey = (r + g + b) / 3;
  return [(grey + r) / 2, (grey + g) / 2, (grey + b) / 2];
}
