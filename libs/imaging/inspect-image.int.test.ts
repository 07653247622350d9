import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { inspectImage, sharp } from './index.ts';

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

  test.each(['webp', 'gif'] as const)(
    'given an animated %s, then the size of one frame is returned',
    async (format) => {
      const frames = await Promise.all(
        ['red', 'blue'].map((background) =>
          sharp({ create: { width: 70, height: 80, channels: 3, background } })
            .png()
            .toBuffer(),
        ),
      );
      const bytes = await sharp(frames, { join: { animated: true } })
        .toFormat(format)
        .toBuffer();
      expect(await inspectImage(bytes, 'f')).toEqual({ format, width: 70, height: 80 });
    },
  );

  test('given an EXIF orientation of a quarter turn, then width and height are those displayed', async () => {
    const bytes = await blank(120, 90).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await inspectImage(bytes, 'f')).toMatchObject({ width: 90, height: 120 });
  });

  test.each([
    ['one pixel too narrow', 63, 64],
    ['one pixel too low', 64, 63],
    ['one row over 50 megapixels', 5000, 10_001],
    ['of 300 megapixels', 20_000, 15_000],
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
    ['a PDF', async () => Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj')],
    ['HTML', async () => Buffer.from('<!doctype html><p>Not found</p>')],
    ['nothing', async () => new Uint8Array(0)],
    ['zeros', async () => new Uint8Array(10_000)],
  ])('given %s, then it is not an image', async (_, make) => {
    await refusal(await make()).toMatchObject({
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

describe('sharp, as this process may use it', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><rect width="9" height="9"/></svg>';

  test.each([
    ['SVG', async () => Buffer.from(svg)],
    ['compressed SVG', async () => gzipSync(svg)],
    ['TIFF', () => blank(100, 100).tiff().toBuffer()],
  ])('given %s, then not even its header is read: the loader is blocked', async (_, make) => {
    await expect(sharp(await make()).metadata()).rejects.toThrow(/unsupported/);
  });

  test('keeps no operations, and works on an image with one thread', () => {
    expect(sharp.cache()).toMatchObject({ memory: { max: 0 }, files: { max: 0 }, items: { max: 0 } });
    expect(sharp.concurrency()).toBe(1);
  });
});
