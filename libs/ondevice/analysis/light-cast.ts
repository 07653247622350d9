import type { RgbImage } from '@styling/imaging';
import { label } from '../person/labels.ts';
import type { ParsedPerson } from '../person/parse-person.ts';
import { oklab, type Triple } from '../pixels/colour.ts';
import { medianColour } from './median-colour.ts';

/** OKLab chroma up to which something bright is taken for white in coloured light, and the lightness it has at least. */
const mostChroma = 0.045;
const leastLightness = 0.72;
/** Largest correction of a channel: what would need more is coloured itself. */
const mostGain = 1.12;
/** The share of an image that has to be bright and nearly white. */
const leastShare = 0.01;

/**
 * Takes the cast of the light off a colour of an image (von Kries): what is bright and nearly white in the image is white. Its
 * lightness stays; without anything white the colour stays.
 */
export function withoutCast(image: RgbImage, colour: Triple, { labels }: Pick<ParsedPerson, 'labels'>): Triple {
  const whites: number[] = [];
  let seen = 0;
  for (let i = 0; i < image.data.length / 3; i += 11, seen++) {
    // Highlights on skin are bright, and not white.
    if (labels[i] === label.skin || labels[i] === label.hair) continue;
    const rgb: Triple = [image.data[i * 3]!, image.data[i * 3 + 1]!, image.data[i * 3 + 2]!];
    // Clipped channels tell nothing of the light.
    if (Math.max(...rgb) > 252) continue;
    const [lightness, a, b] = oklab(rgb);
    if (lightness > leastLightness && Math.hypot(a, b) < mostChroma) whites.push(i);
  }
  if (whites.length < leastShare * seen) return colour;
  const white = medianColour(image, whites);
  const grey = (white[0] + white[1] + white[2]) / 3;
  const [r, g, b] = colour.map((value, c) =>
    Math.min(255, value * Math.min(mostGain, Math.max(1 / mostGain, grey / white[c]!))),
  );
  return [r!, g!, b!];
}
