import type { RgbImage } from '@styling/imaging';
import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import type { Triple } from '../pixels/colour.ts';
import { median, quantile } from '../pixels/statistics.ts';
import { medianColour } from './median-colour.ts';

/** The face is looked at in so many columns and rows. */
const cells = 4;
/** Fewer pixels of skin are no patch. */
const leastPixels = 20;
/** OKLab lightness by which a patch may differ from those in the light: what is darker lies in shade or is a beard, what is lighter shines. */
const inTheLight = 0.1;

/**
 * The colour of a face's skin in its own light, sRGB bytes; undefined where no face is seen. It is the middle one of the patches of
 * the face that lie in the light: one cheek of a face lit from the side, all of one that is lit evenly. Hair, glasses and
 * highlights are left out.
 */
export function measureSkin(image: RgbImage, { parsed, protected: { hair } }: Subject): Triple | undefined {
  const { frame, labels, face, oklab } = parsed;
  const { centre, width, height } = frame.head;
  const patches = Array.from({ length: cells * cells }, (): number[] => []);
  for (let i = 0; i < labels.length; i++) {
    if (face[i]! < 0.5 || labels[i] !== label.skin || hair[i]! > 0.3) continue;
    const across = Math.floor((((i % image.width) - centre[0]) / width + 0.5) * cells);
    const down = Math.floor(((Math.floor(i / image.width) - centre[1]) / height + 0.5) * cells);
    if (across >= 0 && across < cells && down >= 0 && down < cells) patches[down * cells + across]!.push(i);
  }
  const lightnessOf = (i: number) => oklab.lightness[i]!;
  const seen = patches
    .filter((pixels) => pixels.length >= leastPixels)
    .map((pixels) => {
      const [low, high] = [0.2, 0.75].map((share) => quantile(pixels.map(lightnessOf), share));
      const even = pixels.filter((i) => lightnessOf(i) >= low! && lightnessOf(i) <= high!);
      return { even, lightness: median(even.map(lightnessOf)) };
    });
  if (seen.length === 0) return undefined;
  const light = quantile(
    seen.map(({ lightness }) => lightness),
    0.65,
  );
  const lit = seen.filter(({ lightness }) => Math.abs(lightness - light) < inTheLight);
  return medianColour(
    image,
    lit.flatMap(({ even }) => even),
  );
}
