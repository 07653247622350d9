import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { decodeRgb, encodeJpeg, provenanceXmp, type RgbImage, sharp } from '@styling/imaging';
import { ServiceError } from '@styling/service';
import { jpegMetadata, photo, type photoNames } from '@styling/testing';
import { differenceCiede2000 } from 'culori';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from './engine.ts';
import { clothColours } from './garment/colour-names.ts';
import type { TryOnPicture, TryOnRequest } from './try-on.ts';

type Box = { left: number; right: number; top: number; bottom: number };
type Photo = { bytes: Uint8Array; image: RgbImage; face: Box; chest: Box };
type Colour = readonly number[];

let engine: Engine;
let photos: Record<'hopper' | 'astronaut', Photo>;

beforeAll(async () => {
  engine = await openEngine({ threads: 1 });
  const measured = async (name: (typeof photoNames)[number], face: Box, chest: Box): Promise<Photo> => {
    const bytes = await photo(name);
    return { bytes, image: await decodeRgb(bytes, { field: 'photo' }), face, chest };
  };
  photos = {
    hopper: await measured(
      'grace-hopper.jpg',
      { left: 195, right: 340, top: 190, bottom: 315 },
      { left: 80, right: 420, top: 440, bottom: 580 },
    ),
    astronaut: await measured(
      'astronaut.png',
      { left: 192, right: 260, top: 85, bottom: 165 },
      { left: 80, right: 250, top: 320, bottom: 420 },
    ),
  };
});
afterAll(() => engine.close());

const show = async (request: TryOnRequest): Promise<TryOnPicture & { pixels: RgbImage }> => {
  const picture = await engine.tryOn(request);
  return { ...picture, pixels: await decodeRgb(picture.image, { field: 'picture' }) };
};
const studio = (who: keyof typeof photos, description: string) =>
  show({ selfie: photos[who].bytes, description, mode: 'model_shot' });

const deltaE = differenceCiede2000();
const asColour = (rgb: Colour) => ({ mode: 'rgb' as const, r: rgb[0]! / 255, g: rgb[1]! / 255, b: rgb[2]! / 255 });
const difference = (a: Colour, b: Colour) => deltaE(asColour(a), asColour(b));
function* colours({ data, width }: RgbImage, { left, right, top, bottom }: Box) {
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++)
      yield data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3) as unknown as Colour;
}
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
function meanColour(image: RgbImage, box: Box): Colour {
  const all = [...colours(image, box)];
  return [0, 1, 2].map((c) => mean(all.map((colour) => colour[c]!)));
}
function meanDifference(a: RgbImage, b: RgbImage, box: Box): number {
  const others = [...colours(b, box)];
  return mean([...colours(a, box)].map((colour, i) => difference(colour, others[i]!)));
}
/** Spread of brightness between blocks of 8 x 8 pixels: folds and light, not grain. */
function relief(image: RgbImage, { left, right, top, bottom }: Box): number {
  const blocks: number[] = [];
  for (let y = top; y + 8 <= bottom; y += 8)
    for (let x = left; x + 8 <= right; x += 8)
      blocks.push(mean(meanColour(image, { left: x, right: x + 8, top: y, bottom: y + 8 }) as number[]));
  const middle = mean(blocks);
  return Math.sqrt(mean(blocks.map((value) => (value - middle) ** 2)));
}

describe.each(['hopper', 'astronaut'] as const)('dressing %s in the studio', (who) => {
  test.each([
    ['red t-shirt', 'red', 12],
    ['white shirt', 'white', 12],
    ['dark green wool sweater', 'dark green', 12],
    ['navy sweater', 'navy', 12],
  ] as const)(
    'given "%s", then the chest has that colour, the face is kept and the border is white',
    async (text, colour, most) => {
      const { image, face, chest } = photos[who];
      const { pixels, width, height, model } = await studio(who, text);
      expect([width, height, model]).toEqual([image.width, image.height, 'ondevice-2']);
      expect(difference(meanColour(pixels, chest), clothColours[colour])).toBeLessThan(most);
      expect(meanDifference(pixels, image, face)).toBeLessThan(2.5);
      for (const corner of [
        { left: 0, right: 12, top: 0, bottom: 12 },
        { left: width - 12, right: width, top: 0, bottom: 12 },
      ])
        expect(Math.min(...meanColour(pixels, corner))).toBeGreaterThan(235);
    },
  );

  test('given a colour, then it is not poured flat: light and folds remain', async () => {
    const { chest } = photos[who];
    expect(relief((await studio(who, 'red t-shirt')).pixels, chest)).toBeGreaterThan(1.5);
  });
});

test('given cloth with folds, when recoloured, then the same places stay lighter and darker', async () => {
  const { image, chest } = photos.astronaut;
  const { pixels } = await studio('astronaut', 'blue sweater');
  const light = (of: RgbImage) => {
    const out: number[] = [];
    for (let y = chest.top; y + 4 <= chest.bottom; y += 4)
      for (let x = chest.left; x + 4 <= chest.right; x += 4)
        out.push(Math.log(1 + mean(meanColour(of, { left: x, right: x + 4, top: y, bottom: y + 4 }) as number[])));
    return out;
  };
  const [before, after] = [light(image), light(pixels)];
  const [a, b] = [mean(before), mean(after)];
  const covariance = mean(before.map((value, i) => (value - a) * (after[i]! - b)));
  const spread = (values: number[], middle: number) => Math.sqrt(mean(values.map((value) => (value - middle) ** 2)));
  expect(covariance / (spread(before, a) * spread(after, b))).toBeGreaterThan(0.4);
});

test('given the same request twice, then the very same bytes come out', async () => {
  const [one, two] = [await studio('hopper', 'striped t-shirt'), await studio('hopper', 'striped t-shirt')];
  expect(Buffer.compare(one.image, two.image)).toBe(0);
});

test.each(['jpeg', 'png', 'webp'] as const)(
  'given a %s that tells where it was taken, then the picture tells nothing but how it was made',
  async (format) => {
    const selfie = await sharp(photos.hopper.bytes)
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 45/1 0/1' } })
      .toFormat(format)
      .toBuffer();
    expect((await sharp(selfie).metadata()).exif).toBeDefined();
    const { image } = await show({ selfie, description: 'red t-shirt', mode: 'model_shot' });
    expect(jpegMetadata(image)).toEqual({ kinds: ['xmp'], xmp: provenanceXmp });
  },
);

test('given a jacket over a t-shirt, then each is seen where it is worn', async () => {
  const { pixels, approximations } = await studio('hopper', 'navy blazer with a white t-shirt');
  const shirt = meanColour(pixels, { left: 240, right: 270, top: 440, bottom: 500 });
  const sleeve = meanColour(pixels, { left: 400, right: 460, top: 460, bottom: 560 });
  expect(difference(shirt, clothColours.white)).toBeLessThan(12);
  expect(difference(sleeve, clothColours.navy)).toBeLessThan(12);
  expect(approximations).toEqual(['sleeves_kept']);
});

test('given a large photograph, then the picture is at most 1024 pixels a side', async () => {
  const selfie = await sharp(photos.hopper.bytes).resize({ height: 1600 }).jpeg().toBuffer();
  const { width, height } = await show({ selfie, description: 'red t-shirt', mode: 'model_shot' });
  expect([width, height]).toEqual([874, 1024]);
});

describe('references', () => {
  /** A flat teal T on white. */
  const flat = () => {
    const image: RgbImage = { width: 200, height: 200, data: new Uint8Array(200 * 200 * 3).fill(250) };
    for (let y = 30; y < 180; y++)
      for (let x = 20; x < 180; x++)
        if ((x > 60 && x < 140) || y < 80) image.data.set(clothColours.teal, (y * 200 + x) * 3);
    return encodeJpeg(image, { quality: 95 });
  };

  test('given a flat garment and no said colour, then its colour is worn in the scene of the selfie', async () => {
    const { bytes: selfie, image, chest } = photos.hopper;
    const { pixels, approximations } = await show({
      selfie,
      description: 'this t-shirt',
      mode: 'reference_environment',
      reference: await flat(),
    });
    expect(difference(meanColour(pixels, chest), clothColours.teal)).toBeLessThan(12);
    expect(meanDifference(pixels, image, { left: 400, right: 500, top: 20, bottom: 200 })).toBeLessThan(2.5);
    expect(approximations).toContain('reference_cut_changed');
  });

  test('given somebody in a scene, then their colour is worn before that scene', async () => {
    const { bytes: selfie, image, face, chest } = photos.hopper;
    const reference = photos.astronaut.bytes;
    const request = { selfie, description: 'this suit', reference };
    const { pixels } = await show({ ...request, mode: 'reference_environment' });
    expect(difference(meanColour(pixels, { ...chest, left: 380, right: 440 }), clothColours.orange)).toBeLessThan(22);
    expect(meanDifference(pixels, image, face)).toBeLessThan(2.5);
    expect(meanDifference(pixels, image, { left: 400, right: 500, top: 20, bottom: 200 })).toBeGreaterThan(15);
  });

  test('given a said colour and a reference, then the said one is worn', async () => {
    const { bytes: selfie, chest } = photos.hopper;
    const { pixels } = await show({ selfie, description: 'red sweater', mode: 'model_shot', reference: await flat() });
    expect(difference(meanColour(pixels, chest), clothColours.red)).toBeLessThan(12);
  });
});

test('given trousers that are not in the picture, then that is told and the picture still is not the selfie', async () => {
  const { bytes: selfie, image } = photos.hopper;
  const { pixels, approximations } = await show({ selfie, description: 'blue jeans', mode: 'reference_environment' });
  expect(approximations).toEqual(['not_in_picture']);
  expect(meanDifference(pixels, image, { left: 400, right: 500, top: 20, bottom: 200 })).toBeGreaterThan(15);
});

describe('refusals', () => {
  const groupPhoto = () => readFile(createRequire(import.meta.url).resolve('@vladmandic/face-api/demo/sample1.jpg'));
  const blank = () =>
    encodeJpeg({ width: 300, height: 300, data: new Uint8Array(300 * 300 * 3).fill(200) }, { quality: 90 });
  const faceOnly = () =>
    sharp(photos.hopper.bytes).extract({ left: 150, top: 130, width: 230, height: 210 }).jpeg().toBuffer();
  const tryOn = (selfie: Uint8Array, description = 'red t-shirt') =>
    engine.tryOn({ selfie, description, mode: 'model_shot' });

  test.each([
    ['an empty picture', blank, 'no_person', 'selfie_base64 must show a person'],
    ['a group', groupPhoto, 'several_people', 'selfie_base64 must show one person only'],
    ['only a face', faceOnly, 'shoulders_not_visible', 'selfie_base64 must show at least the upper body'],
    [
      'no image',
      async () => Buffer.from('no image'),
      'not_an_image',
      'selfie_base64 must be a JPEG, PNG or WebP image',
    ],
  ])('given %s, then it is refused as such', async (_, selfie, code, message) => {
    const refused = tryOn(await selfie());
    await expect(refused).rejects.toBeInstanceOf(ServiceError);
    await expect(refused).rejects.toMatchObject({ code, message });
  });

  test('given a description without any garment, colour or pattern, then it is refused', async () => {
    await expect(tryOn(photos.hopper.bytes, 'make me look nice')).rejects.toMatchObject({
      code: 'no_garment_understood',
      message: 'clothing_description must name at least one garment or colour',
    });
  });
});
