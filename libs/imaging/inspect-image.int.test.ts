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

  test('given an EXIF orientation of a quarter turn, then width and height are those displayed', async () => {
    const bytes = await blank(120, 90).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect(await inspectImage(bytes, 'f')).toMatchObject({ width: 90, height: 120 });
  });

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
