import { boxBlur, gaussianBlur } from '../pixels/box-blur.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import { colourBins, smoothHistogram } from './colour-histogram.ts';

/** How often something has each colour and each texture; both sum to about 1. */
export type Look = { colours: Float32Array; textures: Float32Array };

/** Bins of texture: half an octave of roughness each, from a fifth of a percent of lightness. */
const textureBins = 10;
const finest = 0.002;
/** Over which distance roughness is measured, in heights of a face: about the width of a strand. */
const strand = 0.02;
/** Fewer pixels show no look. */
const leastKnown = 200;
/** Frequencies of a colour and of a texture that were not seen. */
const unseenColour = 0.2 / colourBins;
const unseenTexture = 0.01;

/** The bin of each pixel's texture: how far lightness (0..1) departs from its mean nearby. `unit`: height of the face in pixels. */
export function textureBinsOf(lightness: Plane, unit: number, size: Size): Uint8Array {
  const smooth = gaussianBlur(lightness, size, Math.max(1, strand * unit));
  for (let i = 0; i < smooth.length; i++) smooth[i] = Math.abs(lightness[i]! - smooth[i]!);
  const rough = boxBlur(smooth, size, Math.max(1, Math.round(strand * unit)));
  const out = new Uint8Array(rough.length);
  for (let i = 0; i < out.length; i++)
    out[i] = clamp(Math.floor(2 * Math.log2(rough[i]! / finest + 1)), 0, textureBins - 1);
  return out;
}

/** Learns the look of pixels from the bins of their colours and textures; undefined if there are too few. */
export function learnLook(
  isKnown: (i: number) => boolean,
  colourBin: Uint16Array,
  textureBin: Uint8Array,
): Look | undefined {
  const [colours, counts] = [new Float32Array(colourBins), new Float32Array(textureBins)];
  let known = 0;
  for (let i = 0; i < colourBin.length; i++) {
    if (!isKnown(i)) continue;
    known++;
    colours[colourBin[i]!]! += 1;
    counts[textureBin[i]!]! += 1;
  }
  if (known < leastKnown) return undefined;
  const smoothed = (k: number) => 0.25 * (counts[k - 1] ?? 0) + 0.5 * counts[k]! + 0.25 * (counts[k + 1] ?? 0);
  const textures = counts.map((_, k) => smoothed(k) / known + unseenTexture);
  return { colours: smoothHistogram(colours), textures };
}

/** How much likelier a colour and a texture are of `one` than of `other`, as a natural logarithm. */
export function likelierOf(one: Look, other: Look): (colourBin: number, textureBin: number) => number {
  const colours = one.colours.map((often, bin) =>
    Math.log((often + unseenColour) / (other.colours[bin]! + unseenColour)),
  );
  const textures = one.textures.map((often, bin) => Math.log(often / other.textures[bin]!));
  return (colourBin, textureBin) => colours[colourBin]! + textures[textureBin]!;
}
