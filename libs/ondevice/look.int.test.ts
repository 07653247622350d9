import { decodeRgb, type RgbImage, sharp } from '@styling/imaging';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from './engine.ts';
import { type Box, colours, difference, mean, meanColour, meanDifference } from './fixtures/measure-picture.fixture.ts';
import { type SitterName, sitters } from './fixtures/sitters.fixture.ts';
import { clothColours } from './garment/colour-names.ts';

// What must hold whatever the pictures look like; how they look is in `npm run gallery`.
let engine: Engine;
beforeAll(async () => {
  engine = await openEngine({ threads: 1 });
});
afterAll(() => engine.close());

/** Boxes completely inside the face and the top. */
const places = {
  hopper: {
    face: { left: 0.38, top: 0.32, right: 0.66, bottom: 0.52 },
    top: { left: 0.16, top: 0.74, right: 0.3, bottom: 0.97 },
  },
  olive: {
    face: { left: 0.32, top: 0.17, right: 0.55, bottom: 0.28 },
    top: { left: 0.35, top: 0.56, right: 0.85, bottom: 0.9 },
  },
} as const;

const cases = [
  ['hopper', 'red t-shirt', 'red'],
  ['hopper', 'white shirt', 'white'],
  ['olive', 'burgundy dress', 'burgundy'],
] as const;

/** In more pixels than the others, for folds and the brim of a hat. */
const inFull = new Set(['hopper: red t-shirt', 'olive: burgundy dress']);

type Dressing = Promise<{ before: RgbImage; after: RgbImage }>;

/** Pictures by person and description: several tests look at the same picture. */
const dressings = new Map<string, Dressing>();

function dress(who: SitterName, description: string): Dressing {
  const key = `${who}: ${description}`;
  const dressing = dressings.get(key) ?? makePicture(who, description, inFull.has(key) ? 720 : 480);
  dressings.set(key, dressing);
  return dressing;
}

async function makePicture(who: SitterName, description: string, height: number): Dressing {
  const selfie = await sharp(await sitters[who]())
    .resize({ height, withoutEnlargement: true })
    .jpeg({ quality: 95 })
    .toBuffer();
  const { image } = await engine.tryOn({ selfie, description, mode: 'model_shot' });
  return {
    before: await decodeRgb(selfie, { field: 'selfie' }),
    after: await decodeRgb(image, { field: 'picture' }),
  };
}

describe.each(cases)('given %s and "%s"', (who, description, colour) => {
  const { face, top } = places[who];
  const asked = clothColours[colour];

  test('then garment, face and backdrop are what they must be', async () => {
    const { before, after } = await dress(who, description);
    expect([after.width, after.height]).toEqual([before.width, before.height]);
    // Else there would be nothing to change, and the photograph itself would pass.
    expect(difference(meanColour(before, top), asked)).toBeGreaterThan(15);
    expect(difference(meanColour(after, top), asked)).toBeLessThan(12);
    const alike = colours(after, top).filter((pixel) => difference(pixel, asked) < 25).length;
    expect(alike / colours(after, top).length).toBeGreaterThan(0.85);
    expect(meanDifference(before, after, face)).toBeLessThan(2.5);
    expect(cornerWhiteness(after)).toBeGreaterThan(235);
    // Not poured flat: light and folds remain.
    expect(relief(after, top)).toBeGreaterThan(0.8);
  });
});

test.each(['skirt', 'astronaut'] as const)(
  'given %s, turned to the side or with something before the chest, then the picture is refused before it is made',
  async (who) => {
    await expect(dress(who, 'teal sweater')).rejects.toMatchObject({ code: 'pose_not_supported' });
  },
);

test('given backdrops that are not white, then they were not before either', async () => {
  for (const who of ['hopper', 'astronaut', 'uniform'] as const)
    expect(cornerWhiteness(await decodeRgb(await sitters[who](), { field: 'selfie' }))).toBeLessThan(235);
});

test('given cloth with folds, when recoloured, then the same places stay lighter and darker', async () => {
  const { before, after } = await dress('olive', 'burgundy dress');
  const chest = places.olive.top;
  const light = (image: RgbImage) => {
    const out: number[] = [];
    const step = 1 / 128;
    for (let y = chest.top; y + step <= chest.bottom; y += step)
      for (let x = chest.left; x + step <= chest.right; x += step)
        out.push(Math.log(1 + mean(meanColour(image, { left: x, right: x + step, top: y, bottom: y + step }))));
    return out;
  };
  expect(correlation(light(before), light(after))).toBeGreaterThan(0.4);
});

test('given a hat that reaches into a light sky and a dark flag, then all of it is cut out', async () => {
  const { before, after } = await dress('hopper', 'red t-shirt');
  // The white crown's edge at the right, the black dome's top.
  for (const part of [
    { left: 0.655, right: 0.665, top: 0.135, bottom: 0.145 },
    { left: 0.48, right: 0.53, top: 0.05, bottom: 0.06 },
  ])
    expect(meanDifference(before, after, part)).toBeLessThan(6);
});

function correlation(one: readonly number[], other: readonly number[]): number {
  const [a, b] = [mean(one), mean(other)];
  const covariance = mean(one.map((value, i) => (value - a) * ((other[i] ?? b) - b)));
  const spread = (values: readonly number[], middle: number) =>
    Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
  return covariance / (spread(one, a) * spread(other, b));
}

/** The darkest 1% of the picture's upper two corners, as the mean of three bytes: 255 is pure white. */
function cornerWhiteness(image: RgbImage): number {
  const corners = [
    { left: 0, right: 0.04, top: 0, bottom: 0.04 },
    { left: 0.96, right: 1, top: 0, bottom: 0.04 },
  ];
  const values = corners.flatMap((corner) => colours(image, corner).map(mean)).sort((a, b) => a - b);
  return values[Math.floor(values.length / 100)]!;
}

/** Spread of brightness between blocks of 1/64 of the width: light and folds, not grain. */
function relief(image: RgbImage, { left, top, right, bottom }: Box): number {
  const blocks: number[] = [];
  const [across, down] = [1 / 64, image.width / 64 / image.height];
  for (let y = top; y + down <= bottom; y += down)
    for (let x = left; x + across <= right; x += across)
      blocks.push(mean(meanColour(image, { left: x, right: x + across, top: y, bottom: y + down })));
  const middle = mean(blocks);
  return Math.sqrt(mean(blocks.map((value) => (value - middle) ** 2)));
}
