// biome-ignore-all lint/style/noNonNullAssertion: every index is in range by construction
import { type DrawnGarment, drawGarment, pngOf } from '../analysis/fixtures/drawn-garments.ts';
import { type ColourName, clothColours } from '../garment/colour-names.ts';
import type { Triple } from '../pixels/colour.ts';
import { latticeNoise } from '../pixels/noise.ts';
import { type ColourCase, colourNames, namesOf } from './colour-case.ts';

/** A camera model: gain of red, green and blue, and grain in sRGB steps to either side. */
type Light = { name: string; gains: Triple; grain: number };
const lights: readonly Light[] = [
  { name: 'even light', gains: [1, 1, 1], grain: 3 },
  { name: 'warm light', gains: [1.03, 1, 0.94], grain: 5 },
  { name: 'cool light', gains: [0.95, 0.99, 1.03], grain: 5 },
  { name: 'little light', gains: [0.9, 0.9, 0.91], grain: 8 },
];

/** Background colours; white on white would not be visible. */
const paper: Triple = [244, 244, 243];
const grey: Triple = [150, 150, 150];

const tops: readonly DrawnGarment[] = ['t-shirt', 'long-sleeved', 'sleeveless'];
const bottoms: readonly DrawnGarment[] = ['trousers', 'shorts', 'skirt'];

/** Every colour as a top and as a bottom laid flat, with folds and grain, each in two lights of which one is even. */
export const drawnCases: readonly ColourCase[] = colourNames.flatMap((colour, index) =>
  [lights[0]!, lights[1 + (index % 3)]!].flatMap((light): ColourCase[] => [
    { ...drawn(tops[index % 3]!, colour, light), top: namesOf(colour) },
    { ...drawn(bottoms[index % 3]!, colour, light), bottom: namesOf(colour) },
  ]),
);

function drawn(garment: DrawnGarment, colour: ColourName, { name, gains, grain }: Light): ColourCase {
  const lit = (of: Triple, factor: number, offset: number): Triple => {
    const channel = (c: 0 | 1 | 2) => Math.max(0, Math.min(255, of[c] * gains[c] * factor + offset));
    return [channel(0), channel(1), channel(2)];
  };
  const fold = (x: number, y: number) => 0.94 + 0.08 * Math.sin(x / 19 + Math.sin(y / 31));
  const speck = (x: number, y: number) => grain * (2 * latticeNoise(x, y) - 1);
  const cloth = (x: number, y: number) => lit(clothColours[colour], fold(x, y), speck(x, y));
  return {
    name: `${colour} ${garment}, ${name}`,
    origin: 'drawn flat',
    picture: () => pngOf(drawGarment(garment, cloth, lit(colour === 'white' ? grey : paper, 1, 0))),
  };
}
