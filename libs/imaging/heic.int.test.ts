import { readFile } from 'node:fs/promises';
import { photo } from '@styling/testing';
import { describe, expect, test } from 'vitest';
import { decodeRgb, inspectImage, type RgbImage, sharp } from './index.ts';
import { heicToPng } from './open-image.ts';

const field = 'selfie_base64';
const fixture = (name: string) => readFile(new URL(`./fixtures/${name}.heic`, import.meta.url));
const pixel = ({ data, width }: RgbImage, x: number, y: number) => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];
const named = ([red = 0, green = 0, blue = 0]: number[]) =>
  Math.min(red, green, blue) > 240 ? 'white' : red > 200 ? 'red' : blue > 200 ? 'blue' : 'green';
/** Colours of the corners: top left, top right, bottom left. */
const corners = (image: RgbImage) =>
  [
    [5, 5],
    [image.width - 6, 5],
    [5, image.height - 6],
  ].map(([x = 0, y = 0]) => named(pixel(image, x, y)));

describe('HEIC', () => {
  test('given a photograph, then its pixels are those of the JPEG that it was made of', async () => {
    const heic = await decodeRgb(await photo('grace-hopper.heic'), { field, maxSide: 100 });
    const jpeg = await decodeRgb(await photo('grace-hopper.jpg'), { field, maxSide: 100 });
    expect([heic.width, heic.height]).toEqual([jpeg.width, jpeg.height]);
    const total = heic.data.reduce((sum, value, at) => sum + Math.abs(value - (jpeg.data[at] ?? NaN)), 0);
    expect(total / heic.data.length).toBeLessThan(4);
  });

  test.each([
    ['orientation-5', 96, 128, 'red red blue'],
    ['orientation-6-with-exif', 96, 128, 'red red blue'],
    ['orientation-8', 96, 128, 'blue blue red'],
    ['grid-turned', 96, 256, 'green green blue'],
    ['half-transparent', 128, 96, 'red white red'],
    ['ten-bits', 128, 96, 'red blue red'],
    ['second-is-primary', 128, 96, 'red blue red'],
  ])('given %s, then it is decoded to %i x %i pixels with the corners %s', async (name, width, height, colours) => {
    const bytes = await fixture(name);
    expect(await inspectImage(bytes, field)).toEqual({ format: 'heic', width, height });
    const decoded = await decodeRgb(bytes, { field });
    expect([decoded.width, decoded.height]).toEqual([width, height]);
    expect(corners(decoded).join(' ')).toBe(colours);
  });

  test('given a colour profile, then colours are converted from it as those of a PNG are', async () => {
    const create = { width: 64, height: 64, channels: 3 as const, background: { r: 200, g: 60, b: 60 } };
    const { icc } = await sharp(await sharp({ create }).withIccProfile('p3').png().toBuffer()).metadata();
    const heic = await fixture('display-p3');
    expect((await sharp(heic).metadata()).icc).toEqual(icc);
    const [red = 0, green = 0, blue = 0] = pixel(await decodeRgb(heic, { field }), 30, 30);
    // (200, 60, 60) in Display P3 is a red that sRGB needs more of.
    expect(red).toBeGreaterThan(208);
    expect(Math.max(green, blue)).toBeLessThan(56);
  });
});

describe('a damaged HEIC', () => {
  test('given a file that is cut off anywhere, then it is incomplete', async () => {
    const bytes = await photo('grace-hopper.heic');
    for (const end of [12, 100, 500, bytes.length - 1]) {
      await expect(decodeRgb(bytes.subarray(0, end), { field }), `${end} bytes`).rejects.toMatchObject({
        code: 'incomplete_image',
        message: 'selfie_base64 is an incomplete image',
      });
    }
  });

  test('given changed bytes, then it is decoded or is no image, and nothing else happens', async () => {
    const bytes = await fixture('grid-turned');
    for (let at = 40; at < bytes.length; at += 97) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      const outcome = await decodeRgb(changed, { field }).then(
        () => 'decoded',
        ({ code }) => code,
      );
      expect(['decoded', 'not_an_image', 'incomplete_image', 'bad_image_size'], `byte ${at}`).toContain(outcome);
    }
  });

  test('given a header with too many pixels, then its size is refused without decoding', async () => {
    const bytes = Buffer.from(await fixture('ten-bits'));
    const at = bytes.indexOf('ispe') + 8;
    bytes.writeUInt32BE(10_000, at);
    bytes.writeUInt32BE(10_000, at + 4);
    await expect(inspectImage(bytes, field)).rejects.toMatchObject({ code: 'bad_image_size' });
    await expect(heicToPng(bytes, { field })).rejects.toMatchObject({ code: 'not_an_image' });
  });

  test('given a file that takes too much memory, then its decoder fails, and the next one does not', async () => {
    const bytes = await fixture('four-megapixels');
    const outcome = (maxMemory: number) =>
      heicToPng(bytes, { field, maxSide: 64, maxMemory }).then(
        () => 'decoded',
        ({ code }) => code,
      );
    expect(await outcome(17 * 1024 * 1024)).toBe('not_an_image');
    expect(await outcome(64 * 1024 * 1024)).toBe('decoded');
  });

  test('given a file that takes too long, then its thread is stopped and the client told why', async () => {
    await expect(heicToPng(await photo('grace-hopper.heic'), { field, timeoutMs: 1 })).rejects.toMatchObject({
      code: 'not_an_image',
      details: 'It takes too long to decode',
    });
  });
});
