import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { sharp } from '@styling/imaging';
import type { ColourName } from '../garment/colour-names.ts';
import type { ColourCase } from './colour-case.ts';

/** Part of a photograph, as shares of its width and height. */
type Crop = readonly [left: number, top: number, width: number, height: number];
type Judged = { crop: Crop; why: string; top?: readonly ColourName[]; bottom?: readonly ColourName[] };

const require = createRequire(import.meta.url);
const kept = (name: string) => readFile(new URL(`../../testing/photos/${name}`, import.meta.url));
const sample = (number: number) => readFile(require.resolve(`@vladmandic/face-api/demo/sample${number}.jpg`));

const whole: Crop = [0, 0, 1, 1];

/**
 * Labelled by eye, by the colour of the clothes and not of the pixels: a white skirt by lamplight is white. Several names
 * where people would disagree. The group photographs are from @vladmandic/face-api (MIT); most people in them sit, turn
 * away, or hold each other.
 */
const photographs: readonly { name: string; bytes: () => Promise<Buffer>; people: readonly Judged[] }[] = [
  {
    name: 'grace-hopper',
    bytes: () => kept('grace-hopper.jpg'),
    people: [{ crop: whole, top: ['navy', 'black'], why: 'uniform jacket, so dark a blue that it passes for black' }],
  },
  {
    name: 'astronaut',
    bytes: () => kept('astronaut.png'),
    people: [{ crop: whole, top: ['orange'], why: 'launch suit' }],
  },
  {
    name: 'sample1',
    bytes: () => sample(1),
    people: [
      {
        crop: [0.06, 0.14, 0.34, 0.86],
        top: ['black'],
        bottom: ['red', 'dark red', 'burgundy', 'black'],
        why: 'black top; red and black check in the dark',
      },
      { crop: [0.37, 0.22, 0.29, 0.78], top: ['black', 'white'], why: 'black sleeves, black print on white' },
      { crop: [0.62, 0.12, 0.34, 0.88], top: ['black'], why: 'black shirt' },
    ],
  },
  {
    name: 'sample2',
    bytes: () => sample(2),
    people: [
      { crop: [0, 0.01, 0.47, 0.99], top: ['black'], why: 'black tank top; what is below is hidden' },
      {
        crop: [0.42, 0.04, 0.28, 0.96],
        top: ['grey', 'light grey'],
        bottom: ['grey', 'light grey'],
        why: 'grey playsuit',
      },
      { crop: [0.6, 0.01, 0.4, 0.99], top: ['black'], bottom: ['black'], why: 'black dress' },
    ],
  },
  {
    name: 'sample3',
    bytes: () => sample(3),
    people: [
      {
        crop: [0, 0.16, 0.5, 0.84],
        top: ['peach', 'beige', 'light pink', 'cream', 'navy', 'black'],
        why: 'pale jacket over a dark top: either is a top, and the analysis names one where the jacket is not told apart',
      },
      { crop: [0.46, 0.09, 0.3, 0.91], top: ['black'], why: 'black blouse' },
      {
        crop: [0.69, 0.15, 0.31, 0.85],
        top: ['purple', 'plum'],
        bottom: ['purple', 'plum'],
        why: 'purple knit dress in blue light',
      },
    ],
  },
  {
    name: 'sample4',
    bytes: () => sample(4),
    people: [
      { crop: [0.03, 0.04, 0.29, 0.96], top: ['black'], bottom: ['black', 'charcoal'], why: 'black top, black jeans' },
      {
        crop: [0.28, 0, 0.23, 1],
        top: ['black', 'charcoal'],
        bottom: ['denim', 'light blue', 'sky blue', 'blue'],
        why: 'black waistcoat, light blue jeans',
      },
      {
        crop: [0.46, 0.06, 0.23, 0.94],
        top: ['black', 'cream', 'ivory', 'beige'],
        bottom: ['black', 'cream', 'ivory', 'beige'],
        why: 'knit dress, half black, half cream',
      },
      {
        crop: [0.63, 0.06, 0.36, 0.94],
        top: ['black', 'charcoal', 'dark grey'],
        bottom: ['black', 'charcoal', 'dark grey'],
        why: 'washed-out black dress',
      },
    ],
  },
  {
    name: 'sample5',
    bytes: () => sample(5),
    people: [
      { crop: [0.19, 0.22, 0.23, 0.58], top: ['black'], why: 'black tank top' },
      {
        crop: [0.36, 0.01, 0.21, 0.78],
        top: ['red', 'dark red'],
        bottom: ['black'],
        why: 'red tank top, black shorts',
      },
      { crop: [0.54, 0.1, 0.24, 0.69], top: ['navy', 'black'], bottom: ['navy', 'black'], why: 'dark blue dress' },
      {
        crop: [0.6, 0.19, 0.36, 0.81],
        top: ['red', 'dark red', 'rust', 'orange'],
        bottom: ['cream', 'ivory', 'beige', 'white'],
        why: 'orange-red top, off-white skirt, both by lamplight',
      },
      { crop: [0.04, 0.56, 0.36, 0.44], top: ['black'], why: 'black t-shirt' },
    ],
  },
  {
    name: 'sample6',
    bytes: () => sample(6),
    people: [
      {
        crop: [0.06, 0.23, 0.33, 0.77],
        top: ['olive', 'green'],
        bottom: ['olive', 'green'],
        why: 'moss-green dress',
      },
      {
        crop: [0.31, 0.13, 0.23, 0.87],
        top: ['burgundy', 'dark red', 'magenta'],
        bottom: ['burgundy', 'dark red', 'magenta'],
        why: 'wine-red dress',
      },
      {
        crop: [0.5, 0.09, 0.26, 0.91],
        top: ['black', 'white'],
        bottom: ['black', 'white'],
        why: 'black and white stripes',
      },
      {
        crop: [0.72, 0.09, 0.23, 0.91],
        top: ['green', 'emerald'],
        bottom: ['black'],
        why: 'green top, black trousers',
      },
    ],
  },
];

/** Photographs of people, one case per person. */
export const photographedCases: readonly ColourCase[] = photographs.flatMap(({ name, bytes, people }) =>
  people.map(
    ({ crop, top, bottom }, index): ColourCase => ({
      name: people.length > 1 ? `${name}, person ${index + 1}` : name,
      origin: 'photograph',
      picture: async () => cut(await bytes(), crop),
      ...(top && { top }),
      ...(bottom && { bottom }),
    }),
  ),
);

async function cut(bytes: Buffer, [left, top, width, height]: Crop): Promise<Uint8Array> {
  const size = await sharp(bytes).metadata();
  const [x, y] = [Math.floor(left * size.width), Math.floor(top * size.height)];
  const region = {
    left: x,
    top: y,
    width: Math.min(Math.round(width * size.width), size.width - x),
    height: Math.min(Math.round(height * size.height), size.height - y),
  };
  return sharp(bytes).extract(region).png().toBuffer();
}
