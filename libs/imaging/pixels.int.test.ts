import { describe, expect, test } from 'vitest';
import { decodeRgb, normaliseJpeg, type RgbImage, sharp } from './index.ts';
import { inTurn } from './open-image.ts';

const field = 'outfit_base64';
const pixel = ({ data, width }: RgbImage, x: number, y: number) => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

/** Red left half, blue right half. */
function halves(width: number, height: number): RgbImage {
  const data = new Uint8Array(width * height * 3);
  for (let at = 0; at < width * height; at++) data[at * 3 + (at % width < width / 2 ? 0 : 2)] = 255;
  return { width, height, data };
}
const raw = ({ data, width, height }: RgbImage) => sharp(data, { raw: { width, height, channels: 3 } });

/** Random pixels, so that a cut file really lacks data. */
function noise(width: number, height: number): RgbImage {
  const data = new Uint8Array(width * height * 3);
  let state = 1;
  for (let at = 0; at < data.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    data[at] = state >>> 24;
  }
  return { width, height, data };
}

describe('decodeRgb', () => {
  test('given a lossless image, then its exact pixels are returned', async () => {
    const image = halves(100, 70);
    const decoded = await decodeRgb(await raw(image).png().toBuffer(), { field });
    expect(decoded).toMatchObject({ width: 100, height: 70 });
    expect(Buffer.compare(decoded.data, image.data)).toBe(0);
  });

  test('given a CMYK JPEG, then it is turned into sRGB', async () => {
    const bytes = await raw(halves(64, 64)).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
    expect((await sharp(bytes).metadata()).space).toBe('cmyk');
    const [red = 0, green = 255, blue = 255] = pixel(await decodeRgb(bytes, { field }), 4, 32);
    expect(red).toBeGreaterThan(180);
    expect(green).toBeLessThan(60);
    expect(blue).toBeLessThan(60);
  });

  test('given a rotated photo, then it is decoded upright', async () => {
    const bytes = await raw(halves(100, 70)).jpeg({ quality: 100 }).withMetadata({ orientation: 6 }).toBuffer();
    const decoded = await decodeRgb(bytes, { field });
    expect(decoded).toMatchObject({ width: 70, height: 100 });
    expect(pixel(decoded, 35, 10)[0]).toBeGreaterThan(240);
    expect(pixel(decoded, 35, 90)[2]).toBeGreaterThan(240);
  });

  test.each([
    ['jpeg', {}],
    ['jpeg', { progressive: true }],
    ['png', {}],
    ['webp', {}],
    ['avif', { effort: 0 }],
    ['gif', {}],
  ] as const)('given a %s (%o) that is cut off anywhere, then it is incomplete', async (format, how) => {
    const bytes = await raw(noise(160, 160)).toFormat(format, how).toBuffer();
    await decodeRgb(bytes, { field });
    for (const end of [12, 640, bytes.length * 0.6, bytes.length - 30]) {
      for (const options of [{ field }, { field, maxSide: 64 }]) {
        await expect(decodeRgb(bytes.subarray(0, end), options), `${end} bytes`).rejects.toMatchObject({
          code: 'incomplete_image',
        });
      }
    }
  });

  test('given an animated GIF, then its first frame is decoded', async () => {
    const frames = [halves(100, 70), noise(100, 70)].map((frame) => raw(frame).png().toBuffer());
    const bytes = await sharp(await Promise.all(frames), { join: { animated: true } })
      .gif()
      .toBuffer();
    const decoded = await decodeRgb(bytes, { field });
    expect(decoded).toMatchObject({ width: 100, height: 70 });
    expect([pixel(decoded, 5, 5), pixel(decoded, 95, 65)]).toEqual([
      [255, 0, 0],
      [0, 0, 255],
    ]);
  });

  test('given a PNG with a flipped bit in its pixels, then it is not an image', async () => {
    const bytes = await raw(noise(100, 100)).png().toBuffer();
    const middle = bytes.length >> 1;
    bytes[middle] = (bytes[middle] ?? 0) ^ 0x10;
    await expect(decodeRgb(bytes, { field })).rejects.toMatchObject({ code: 'not_an_image' });
  });
});

const plain = (width = 120, height = 90) => sharp({ create: { width, height, channels: 3, background: '#4080c0' } });

describe('normaliseJpeg', () => {
  test('given a script appended to the file, then it is removed', async () => {
    const tail = '<script>alert(document.cookie)</script>';
    const polyglot = Buffer.concat([await plain().png().toBuffer(), Buffer.from(tail)]);
    const { bytes } = await normaliseJpeg(polyglot);
    expect(Buffer.from(bytes).includes('script')).toBe(false);
  });

  test('given a side longer than a JPEG allows, then the image is scaled down', async () => {
    const normalised = await normaliseJpeg(await plain(70, 80_000).png().toBuffer());
    expect(normalised.height).toBe(65_500);
  });
});

test('given several pieces of work, one of which fails, then one is done at a time, in order', async () => {
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await new Promise(setImmediate);
    seen.push(`${name} ends`);
    if (name === 'a') throw new Error('broken');
    return name;
  };
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((name) => inTurn(work(name))));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});
