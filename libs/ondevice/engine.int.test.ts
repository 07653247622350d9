import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import { decodeRgb, encodeJpeg, provenanceXmp, type RgbImage, sharp } from '@styling/imaging';
import { ServiceError } from '@styling/service';
import { jpegMetadata, photo, type photoNames } from '@styling/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Engine, openEngine } from './engine.ts';
import { type Box, colours, difference, meanColour, meanDifference } from './fixtures/measure-picture.fixture.ts';
import { drawGarment, pngOf } from './gallery/drawn-garments.ts';
import { clothColours } from './garment/colour-names.ts';
import type { TryOnPicture, TryOnRequest } from './try-on.ts';

type Photo = { bytes: Uint8Array; image: RgbImage; face: Box; chest: Box };

let engine: Engine;
let photos: Record<'hopper' | 'astronaut', Photo>;
// The time of a picture depends on its number of pixels, what most tests are about does not.
const scaled = (bytes: Uint8Array, height: number) => sharp(bytes).resize({ height }).jpeg({ quality: 95 }).toBuffer();
const small = (bytes: Uint8Array) => scaled(bytes, 256);

beforeAll(async () => {
  engine = await openEngine({ threads: 1 });
  const measured = async (name: (typeof photoNames)[number], face: Box, chest: Box): Promise<Photo> => {
    const bytes = await scaled(await photo(name), 300);
    return { bytes, image: await decodeRgb(bytes, { field: 'photo' }), face, chest };
  };
  photos = {
    hopper: await measured(
      'grace-hopper.jpg',
      { left: 0.381, right: 0.664, top: 0.317, bottom: 0.525 },
      { left: 0.156, right: 0.82, top: 0.733, bottom: 0.967 },
    ),
    astronaut: await measured(
      'astronaut.png',
      { left: 0.375, right: 0.508, top: 0.166, bottom: 0.322 },
      { left: 0.156, right: 0.488, top: 0.625, bottom: 0.82 },
    ),
  };
});
afterAll(() => engine.close());

const show = async (request: TryOnRequest): Promise<TryOnPicture & { pixels: RgbImage }> => {
  const picture = await engine.tryOn(request);
  return { ...picture, pixels: await decodeRgb(picture.image, { field: 'picture' }) };
};

// First, as the abort ends a thread, whose successor has everything to compile.
test('given a picture that is aborted halfway, then it is not made, and the next one is', async () => {
  const selfie = await small(photos.hopper.bytes);
  const order = { selfie, description: 'red t-shirt', mode: 'model_shot' } as const;
  const controller = new AbortController();
  const aborted = engine.tryOn(order, controller.signal, (at) => {
    if (at === 'composing') controller.abort(new ServiceError('canceled'));
  });
  await expect(aborted).rejects.toMatchObject({ code: 'canceled' });
  const fractions: number[] = [];
  expect((await engine.tryOn(order, undefined, (_, fraction) => fractions.push(fraction))).width).toBeGreaterThan(0);
  expect(fractions).toHaveLength(5);
  expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
});

test('given a selfie that tells where it was taken, twice, then the same bytes come out, which tell nothing but how they were made', async () => {
  const selfie = await sharp(await small(photos.hopper.bytes))
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 45/1 0/1' } })
    .toBuffer();
  expect((await sharp(selfie).metadata()).exif).toBeDefined();
  const order = { selfie, description: 'striped t-shirt', mode: 'model_shot' } as const;
  const [one, two] = [await engine.tryOn(order), await engine.tryOn(order)];
  expect(Buffer.compare(one.image, two.image)).toBe(0);
  expect(one.model).toBe('ondevice-29');
  expect(jpegMetadata(one.image)).toEqual({ kinds: ['xmp'], xmp: provenanceXmp });
});

test('given a HEIC, then the person in it is dressed, and an interrupted one is incomplete', async () => {
  const selfie = await photo('grace-hopper.heic');
  const order = { description: 'red t-shirt', mode: 'model_shot' } as const;
  const { width, height } = await show({ selfie, ...order }).then(({ pixels }) => pixels);
  expect([width, height]).toEqual([256, 300]);
  await expect(show({ selfie: selfie.subarray(0, 5_000), ...order })).rejects.toMatchObject({
    code: 'incomplete_image',
    message: 'selfie_base64 is an incomplete image',
  });
});

test('given a jacket over a t-shirt, then each is seen where it is worn', async () => {
  const { bytes: selfie } = photos.hopper;
  const description = 'navy blazer with a white t-shirt';
  const { pixels, approximations } = await show({ selfie, description, mode: 'model_shot' });
  const shirt = meanColour(pixels, { left: 0.469, right: 0.527, top: 0.733, bottom: 0.833 });
  const sleeve = meanColour(pixels, { left: 0.781, right: 0.898, top: 0.767, bottom: 0.933 });
  expect(difference(shirt, clothColours.white)).toBeLessThan(12);
  expect(difference(sleeve, clothColours.navy)).toBeLessThan(12);
  expect(approximations).toEqual([]);
});

test('given somebody before a green wall, then hardly a pixel round them is green', async () => {
  const wall = new Worker(new URL('./fixtures/before-green.fixture.ts', import.meta.url), {
    workerData: photos.hopper.bytes,
  });
  const [selfie] = await once(wall, 'message');
  const { pixels } = await show({ selfie, description: 'red t-shirt', mode: 'model_shot' });
  const everywhere: Box = { left: 0, right: 1, top: 0, bottom: 1 };
  const greenish = colours(pixels, everywhere).filter(([r, g, b]) => g - Math.max(r, b) > 40);
  // Where hair lets the wall through; with the photograph's own colours it would be ten times as many.
  expect(greenish.length).toBeLessThan(15);
});

test('given a large photograph, then the picture is at most 1024 pixels a side', async () => {
  const selfie = await scaled(await photo('grace-hopper.jpg'), 1100);
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
    expect(meanDifference(pixels, image, { left: 0.781, right: 0.977, top: 0.033, bottom: 0.333 })).toBeLessThan(2.5);
    expect(approximations).toContain('reference_cut_changed');
  });

  test('given a flat printed garment, then its print is worn in the middle of the chest', async () => {
    const { bytes: selfie } = photos.hopper;
    const printed = drawGarment('t-shirt', (x, y) =>
      Math.hypot(x - 160, y - 110) < 22 ? clothColours.red : clothColours.teal,
    );
    const { pixels } = await show({
      selfie,
      description: 'this t-shirt',
      mode: 'model_shot',
      reference: await pngOf(printed),
    });
    const chest: Box = { left: 0, right: 1, top: 0.62, bottom: 0.95 };
    const across = colours(pixels, chest).flatMap((colour, i) =>
      difference(colour, clothColours.red) < 18 ? [(i % pixels.width) / pixels.width] : [],
    );
    expect(across.length).toBeGreaterThan(1000);
    expect(Math.min(...across)).toBeGreaterThan(0.3);
    expect(Math.max(...across)).toBeLessThan(0.7);
    expect(difference(meanColour(pixels, { ...chest, left: 0.2, right: 0.28 }), clothColours.teal)).toBeLessThan(12);
  });

  test('given somebody in a scene, then their colour is worn before that scene', async () => {
    const { bytes: selfie, image, face, chest } = photos.hopper;
    const reference = photos.astronaut.bytes;
    const request = { selfie, description: 'this suit', reference };
    const { pixels } = await show({ ...request, mode: 'reference_environment' });
    expect(difference(meanColour(pixels, { ...chest, left: 0.742, right: 0.859 }), clothColours.orange)).toBeLessThan(
      22,
    );
    expect(meanDifference(pixels, image, face)).toBeLessThan(2.5);
    expect(meanDifference(pixels, image, { left: 0.781, right: 0.977, top: 0.033, bottom: 0.333 })).toBeGreaterThan(15);
  });
});

const groupPhoto = () => readFile(createRequire(import.meta.url).resolve('@vladmandic/face-api/demo/sample1.jpg'));

describe('refusals', () => {
  const blank = () =>
    encodeJpeg({ width: 300, height: 300, data: new Uint8Array(300 * 300 * 3).fill(200) }, { quality: 90 });
  const faceOnly = async () =>
    sharp(await photo('grace-hopper.jpg'))
      .extract({ left: 150, top: 130, width: 230, height: 210 })
      .jpeg()
      .toBuffer();
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
      'selfie_base64 must be a JPEG, PNG, WebP, HEIC, AVIF or GIF image',
    ],
  ])('given %s, then it is refused as such', async (_, selfie, code, message) => {
    const refused = tryOn(await selfie());
    await expect(refused).rejects.toBeInstanceOf(ServiceError);
    await expect(refused).rejects.toMatchObject({ code, message });
  });

  test('given only trousers for a portrait without legs, then that is said, rather than a picture returned without them', async () => {
    const selfie = await small(photos.hopper.bytes);
    await expect(tryOn(selfie, 'blue jeans')).rejects.toMatchObject({
      code: 'garment_not_visible',
      parameters: { field: 'clothing_description' },
    });
    const fields = { description: 'garments.0.description', reference: 'garments.0.image_url' };
    const trousers = { description: '', reference: photos.astronaut.bytes, category: 'bottom', fields } as const;
    await expect(engine.tryOn({ selfie, garments: [trousers], mode: 'model_shot' })).rejects.toMatchObject({
      code: 'garment_not_visible',
      parameters: { field: 'garments.0.image_url' },
    });
  });

  test('given a reference that shows no clothes to wear, then the reference is named', async () => {
    const fields = { description: 'garments.0.description', reference: 'garments.0.image_url' };
    const reference = await sharp(await photo('grace-hopper.jpg'))
      .extract({ left: 160, top: 130, width: 210, height: 165 })
      .jpeg()
      .toBuffer();
    const selfie = await small(photos.hopper.bytes);
    await expect(
      engine.tryOn({ selfie, garments: [{ description: '', reference, fields }], mode: 'model_shot' }),
    ).rejects.toMatchObject({
      message: 'garments.0.image_url must show a person wearing clothes, or a garment on a plain ground',
    });
  });

  test('given a description without any garment, colour or pattern, then it is refused', async () => {
    await expect(tryOn(photos.hopper.bytes, 'make me look nice')).rejects.toMatchObject({
      code: 'no_garment_understood',
      message:
        'clothing_description must name at least one garment or colour, for example: a navy blazer with a white t-shirt',
    });
  });
});

describe('the check of a selfie before a hosted model is paid', () => {
  /** A ball lit from the right on black, which the face detector takes for a face; the face mesh does not fit it. */
  const ball = () => {
    const side = 300;
    const pixels = Buffer.alloc(side * side * 3);
    const place = (k: number) => (k + 0.5 - side / 2) / (0.47 * side);
    for (let i = 0; i < side * side; i++) {
      const [x, y] = [place(i % side), place(Math.floor(i / side))];
      const z = Math.sqrt(Math.max(0, 1 - x * x - y * y));
      const light = z > 0 ? Math.max(0, 0.3 * x + 0.95 * z) : 0;
      for (const [c, value] of [200, 140, 100].entries()) pixels[i * 3 + c] = value * light;
    }
    return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
      .png()
      .toBuffer();
  };

  test('given one person, also without shoulders, lets it pass: a hosted model can complete it', async () => {
    const hopper = await photo('grace-hopper.jpg');
    const face = await sharp(hopper).extract({ left: 150, top: 60, width: 210, height: 230 }).jpeg().toBuffer();
    for (const selfie of [hopper, face]) expect(await engine.checkSelfie(selfie)).toBe(true);
  });

  test('given nobody, several people or no picture, says which', async () => {
    const parameters = { field: 'selfie_base64' };
    for (const [selfie, code] of [
      [await ball(), 'no_person'],
      [await groupPhoto(), 'several_people'],
      [Buffer.from('no picture'), 'not_an_image'],
    ] as const)
      await expect(engine.checkSelfie(selfie)).rejects.toMatchObject({ code, parameters });
  });
});

describe('judgePicture', () => {
  const judge = (made: Uint8Array, of: Uint8Array) => engine.judgePicture({ made, person: of });
  const inStudio = async (name: (typeof photoNames)[number]) => {
    const person = await scaled(await photo(name), 512);
    return { person, made: (await show({ selfie: person, description: 'red t-shirt', mode: 'model_shot' })).image };
  };

  test('given a picture in other clothes, then it has no flaw', async () => {
    const { person, made } = await inStudio('grace-hopper.jpg');
    expect(await judge(made, person)).toBeUndefined();
  });

  test('given the selfie once more, compressed, cropped or smaller, then it is unchanged', async () => {
    const person = await photo('astronaut.png');
    const { width, height } = await sharp(person).metadata();
    const cropped = sharp(person).extract({ left: 12, top: 8, width: width - 30, height: height - 20 });
    for (const made of [
      sharp(person).jpeg({ quality: 60 }),
      cropped.jpeg(),
      sharp(person).resize({ height: 400 }).webp(),
    ])
      expect(await judge(await made.toBuffer(), person)).toBe('unchanged');
  });

  test('given nobody, or two of the person, then it says which', async () => {
    const person = await scaled(await photo('grace-hopper.jpg'), 512);
    const { width } = await sharp(person).metadata();
    const twice = sharp({ create: { width: 2 * width, height: 512, channels: 3, background: 'white' } })
      .composite([
        { input: person, left: 0, top: 0 },
        { input: person, left: width, top: 0 },
      ])
      .jpeg();
    const nobody = sharp({ create: { width, height: 512, channels: 3, background: 'gray' } }).jpeg();
    expect(await judge(await twice.toBuffer(), person)).toBe('several_faces');
    expect(await judge(await nobody.toBuffer(), person)).toBe('no_face');
  });

  test('given somebody who lies, then no face is missed', async () => {
    const lying = await sharp(await photo('grace-hopper.jpg'))
      .rotate(90)
      .jpeg()
      .toBuffer();
    const made = await sharp(lying).flop().tint('darkred').jpeg().toBuffer();
    expect(await judge(made, lying)).toBeUndefined();
  });
});
