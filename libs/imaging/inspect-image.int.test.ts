import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inspectImage, requireImage, sharp } from './index.ts';
import { jpegSize } from './inspect-image.ts';

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c08040' } });

/** A PNG of a few dozen bytes whose header claims any size; there are no pixels behind it. */
function pngClaiming(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(8)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const refusal = (bytes: Uint8Array) => expect(inspectImage(bytes, 'selfie_base64')).rejects;

describe('inspectImage', () => {
  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'given a %s image, then its format and size are returned',
    async (format) => {
      const bytes = await blank(120, 90).toFormat(format).toBuffer();
      expect(await inspectImage(bytes, 'selfie_base64')).toEqual({ format, width: 120, height: 90 });
    },
  );

  test.each([
    ['one pixel too narrow', 63, 64],
    ['one pixel too low', 64, 63],
    ['one row over 50 megapixels', 5000, 10_001],
    ['of 40 gigapixels', 200_000, 200_000],
  ])('given an image %s, then its size is rejected from the header alone', async (_, width, height) => {
    await refusal(pngClaiming(width, height)).toMatchObject({
      code: 'bad_image_size',
      message: 'selfie_base64 must be between 64x64 and 50 megapixels',
    });
  });

  test.each([
    [64, 64],
    [5000, 10_000],
  ])('given a header with exactly %i x %i pixels, then it is within bounds', async (width, height) => {
    expect(await inspectImage(pngClaiming(width, height), 'f')).toMatchObject({ width, height });
  });

  test.each([
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>')],
    ['a TIFF', () => blank(100, 100).tiff().toBuffer()],
    ['a compressed SVG', async () => gzipSync('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"/>')],
  ])('given %s, then it is not an image: its loader is blocked', async (_, make) => {
    const bytes = await make();
    await expect(sharp(bytes).metadata()).rejects.toThrow(/unsupported/);
    await refusal(bytes).toMatchObject({
      code: 'not_an_image',
      message: 'selfie_base64 must be a JPEG, PNG, WebP, HEIC, AVIF or GIF image',
    });
  });

  test('given the first bytes of a JPEG, then it is incomplete', async () => {
    await refusal((await blank(100, 100).jpeg().toBuffer()).subarray(0, 20)).toMatchObject({
      code: 'incomplete_image',
      message: 'selfie_base64 is an incomplete image',
    });
  });

  test('given the name of a file holding a good image, then sharp opens no file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'imaging-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const file = join(folder, 'image.png');
    await writeFile(file, await blank(100, 100).png().toBuffer());
    await expect(sharp(file).metadata()).rejects.toThrow(/unsupported/);
  });
});

const PHOTOS = join(import.meta.dirname, '..', 'testing', 'photos');
const photos = readdirSync(PHOTOS).filter((name) => name.endsWith('.jpg'));
const jpeg = (width: number, height: number) => blank(width, height).jpeg();

describe('jpegSize', () => {
  test('given photographs, then their sizes are those that the decoder reads', async () => {
    expect(photos).not.toEqual([]);
    for (const name of photos) {
      const bytes = readFileSync(join(PHOTOS, name));
      const { width, height } = await sharp(bytes).metadata();
      expect(jpegSize(bytes)).toEqual({ width, height });
    }
  });

  test('given a JPEG of another kind, then its size is known, or a decoder is to judge', async () => {
    const size = { width: 120, height: 90 };
    expect(jpegSize(await jpeg(120, 90).toBuffer())).toEqual(size);
    expect(jpegSize(await jpeg(120, 90).jpeg({ progressive: true }).toBuffer())).toEqual(size);
    expect(jpegSize(await jpeg(120, 90).toColourspace('b-w').toBuffer())).toEqual(size);
    expect(jpegSize(await jpeg(120, 90).toColourspace('cmyk').toBuffer())).toBeUndefined();
    expect(jpegSize(await jpeg(120, 90).png().toBuffer())).toBeUndefined();
    // As stored; the limits are the same for both sides.
    expect(jpegSize(await jpeg(120, 90).withMetadata({ orientation: 6 }).toBuffer())).toEqual(size);
  });

  test('given an image that is too small, or is none, then it is refused as the decoder refuses it', async () => {
    const whole = await jpeg(120, 90).toBuffer();
    const images = [
      await jpeg(63, 90).toBuffer(),
      whole,
      whole.subarray(0, 100),
      Buffer.from('nonsense'),
      Buffer.alloc(0),
    ];
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'accepted',
        ({ code }) => code,
      );
    const codes = await Promise.all(images.map((bytes) => codeOf(requireImage(bytes, 'selfie_base64'))));
    expect(codes).toEqual(await Promise.all(images.map((bytes) => codeOf(inspectImage(bytes, 'selfie_base64')))));
    expect(codes).toEqual(['bad_image_size', 'accepted', 'incomplete_image', 'not_an_image', 'not_an_image']);
  });

  test('given a header with any bytes changed, then a size that both know is the same, and nothing else is thrown', async () => {
    const bytes = await jpeg(120, 90).toBuffer();
    const change = fc.record({ at: fc.nat({ max: 640 }), to: fc.nat({ max: 255 }) });
    let both = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), fc.nat({ max: 700 }), async (changes, cut) => {
        const changed = Buffer.from(cut < 600 ? bytes : bytes.subarray(0, cut));
        for (const { at, to } of changes) if (at < changed.length) changed[at] = to;
        const read = await sharp(changed, { limitInputPixels: false })
          .metadata()
          .catch(() => undefined);
        const size = jpegSize(changed);
        if (!read || !size) return;
        both++;
        expect(size).toEqual({ width: read.width, height: read.height });
      }),
      { numRuns: 400 },
    );
    expect(both).toBeGreaterThan(20);
  });
});
