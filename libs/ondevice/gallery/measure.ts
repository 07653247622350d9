import type { RgbImage } from '@styling/imaging';
import { differenceCiede2000 } from 'culori';
import type { Triple } from '../pixels/colour.ts';

/** A part of a picture, each side as a share (0..1) of its width or height. */
export type Box = { left: number; top: number; right: number; bottom: number };

const deltaE = differenceCiede2000();
const asColour = ([r, g, b]: Triple) => ({ mode: 'rgb' as const, r: r / 255, g: g / 255, b: b / 255 });

/** CIEDE2000 difference of two sRGB colours (bytes): 1 is just seen, 10 at a glance. */
export const difference = (a: Triple, b: Triple): number => deltaE(asColour(a), asColour(b));

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** The colours of the pixels in a part of a picture, sRGB bytes. */
export function colours({ data, width, height }: RgbImage, { left, top, right, bottom }: Box): Triple[] {
  const all: Triple[] = [];
  for (let y = Math.floor(top * height); y < Math.floor(bottom * height); y++)
    for (let x = Math.floor(left * width); x < Math.floor(right * width); x++) {
      const at = (y * width + x) * 3;
      all.push([data[at]!, data[at + 1]!, data[at + 2]!]);
    }
  if (all.length === 0) throw new Error('no pixels in the box');
  return all;
}

/** The mean colour of a part, sRGB bytes. */
export function meanColour(image: RgbImage, box: Box): Triple {
  const all = colours(image, box);
  const channel = (c: 0 | 1 | 2) => mean(all.map((colour) => colour[c]));
  return [channel(0), channel(1), channel(2)];
}

/** The mean CIEDE2000 difference, pixel by pixel, of the same part of two pictures of one size. */
export function meanDifference(a: RgbImage, b: RgbImage, box: Box): number {
  const others = colours(b, box);
  return mean(colours(a, box).map((colour, i) => difference(colour, others[i]!)));
}

/** The darkest 1% of the picture's upper two corners, as the mean of three bytes: 255 is pure white. */
export function cornerWhiteness(image: RgbImage): number {
  const corners = [
    { left: 0, right: 0.04, top: 0, bottom: 0.04 },
    { left: 0.96, right: 1, top: 0, bottom: 0.04 },
  ];
  const values = corners.flatMap((corner) => colours(image, corner).map(mean)).sort((a, b) => a - b);
  return values[Math.floor(values.length / 100)]!;
}

/** Spread of brightness between blocks of 1/64 of the width: light and folds, not grain. */
export function relief(image: RgbImage, { left, top, right, bottom }: Box): number {
  const blocks: number[] = [];
  const [across, down] = [1 / 64, image.width / 64 / image.height];
  for (let y = top; y + down <= bottom; y += down)
    for (let x = left; x + across <= right; x += across)
      blocks.push(mean(meanColour(image, { left: x, right: x + across, top: y, bottom: y + down })));
  const middle = mean(blocks);
  return Math.sqrt(mean(blocks.map((value) => (value - middle) ** 2)));
}
