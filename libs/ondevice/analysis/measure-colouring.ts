import type { RgbImage } from '@styling/imaging';
import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import type { Triple } from '../pixels/colour.ts';
import { median, quantile } from '../pixels/statistics.ts';

/** Fewer pixels of skin, or a smaller share of the picture, tell no colour. */
const leastSkin = 60;
const leastHair = 2e-3;
/** Which pixels of a face are skin in the light, as quantiles of lightness: neither beards, brows and shade nor highlights. */
const [darkest, lightest] = [0.45, 0.85];

/** The colour of a face's skin in its own light, sRGB bytes; undefined where no face is seen. Glasses and hair are left out. */
export function measureSkin(image: RgbImage, { parsed, protected: { hair } }: Subject): Triple | undefined {
  const { labels, face, oklab } = parsed;
  const skin: number[] = [];
  for (let i = 0; i < labels.length; i++)
    if (face[i]! > 0.5 && labels[i] === label.skin && hair[i]! < 0.3) skin.push(i);
  if (skin.length < leastSkin) return undefined;
  const lightness = skin.map((i) => oklab.lightness[i]!);
  const [low, high] = [quantile(lightness, darkest), quantile(lightness, lightest)];
  return medianColour(
    image,
    skin.filter((_, j) => lightness[j]! >= low && lightness[j]! <= high),
  );
}

/** The colour of a person's hair, sRGB bytes; undefined where hardly any is seen. */
export function measureHair(image: RgbImage, { matte, parsed: { labels } }: Subject): Triple | undefined {
  const hair: number[] = [];
  for (let i = 0; i < labels.length; i++) if (labels[i] === label.hair && matte[i]! > 0.97) hair.push(i);
  return hair.length < leastHair * labels.length ? undefined : medianColour(image, hair);
}

/** The median of each channel over pixels of an image. */
function medianColour({ data }: RgbImage, pixels: readonly number[]): Triple {
  const channel = (c: number) => median(pixels.map((i) => data[i * 3 + c]!));
  return [channel(0), channel(1), channel(2)];
}
