import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inspectImage, requireImage, sharp } from './index.ts';
import { jpegSize } from './inspect-image.ts';

const PHOTOS = join(import.meta.dirname, '..', 'testing', 'photos');
const photos = readdirSync(PHOTOS).filter((name) => name.endsWith('.jpg'));
const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c08040' } }).jpeg();

it('given photographs, then their sizes are those that the decoder reads', async () => {
  expect(photos).not.toEqual([]);
  for (const name of photos) {
    const bytes = readFileSync(join(PHOTOS, name));
    const { width, height } = await sharp(bytes).metadata();
    expect(jpegSize(bytes)).toEqual({ width, height });
  }
});

it('given a JPEG of another kind, then its size is known, or a decoder is to judge', async () => {
  const size = { width: 120, height: 90 };
  expect(jpegSize(await blank(120, 90).toBuffer())).toEqual(size);
  expect(jpegSize(await blank(120, 90).jpeg({ progressive: true }).toBuffer())).toEqual(size);
  expect(jpegSize(await blank(120, 90).toColourspace('b-w').toBuffer())).toEqual(size);
  expect(jpegSize(await blank(120, 90).toColourspace('cmyk').toBuffer())).toBeUndefined();
  expect(jpegSize(await blank(120, 90).png().toBuffer())).toBeUndefined();
  // As stored; the limits are the same for both sides.
  expect(jpegSize(await blank(120, 90).withMetadata({ orientation: 6 }).toBuffer())).toEqual(size);
});

it('given an image that is too small, or is none, then it is refused as the decoder refuses it', async () => {
  const jpeg = await blank(120, 90).toBuffer();
  const images = [
    await blank(63, 90).toBuffer(),
    jpeg,
    jpeg.subarray(0, 100),
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

it('given a header with any bytes changed, then a size that both know is the same, and nothing else is thrown', async () => {
  const bytes = await blank(120, 90).toBuffer();
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
