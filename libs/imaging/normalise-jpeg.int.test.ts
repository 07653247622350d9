import { describe, expect, test } from 'vitest';
import { normaliseJpeg, sharp } from './index.ts';

const photo = (width = 120, height = 90) => sharp({ create: { width, height, channels: 3, background: '#4080c0' } });

describe('normaliseJpeg', () => {
  test('given a photo with EXIF, GPS and an ICC profile, then all of it is removed', async () => {
    const bytes = await photo()
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'Alice Liddell', Software: 'camera 1.0' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 45/1 0/1' },
      })
      .keepIccProfile()
      .withIccProfile('p3')
      .toBuffer();
    expect(bytes.includes('Alice Liddell')).toBe(true);
    expect(await sharp(bytes).metadata()).toHaveProperty('icc');

    const normalised = await normaliseJpeg(bytes);

    const metadata = await sharp(normalised.bytes).metadata();
    for (const kind of ['exif', 'icc', 'xmp', 'iptc']) expect(metadata).not.toHaveProperty(kind);
    expect(Buffer.from(normalised.bytes).includes('Alice Liddell')).toBe(false);
  });

  test('given a script appended to the file, then it is removed', async () => {
    const tail = '<script>alert(document.cookie)</script>';
    const polyglot = Buffer.concat([await photo().png().toBuffer(), Buffer.from(tail)]);
    const { bytes } = await normaliseJpeg(polyglot);
    expect(Buffer.from(bytes).includes('script')).toBe(false);
  });

  test.each(['jpeg', 'png', 'webp', 'avif', 'gif'] as const)(
    'given a %s image, then a JPEG of the same size comes out',
    async (format) => {
      const normalised = await normaliseJpeg(await photo().toFormat(format).toBuffer());
      expect(normalised).toMatchObject({ width: 120, height: 90 });
      expect(await sharp(normalised.bytes).metadata()).toMatchObject({
        format: 'jpeg',
        width: 120,
        height: 90,
        chromaSubsampling: '4:4:4',
        space: 'srgb',
      });
    },
  );

  test('given an EXIF orientation and a longest side, then the image is rotated and scaled', async () => {
    const bytes = await photo(400, 200).jpeg().withMetadata({ orientation: 8 }).toBuffer();
    const normalised = await normaliseJpeg(bytes, { maxSide: 100 });
    expect(normalised).toMatchObject({ width: 50, height: 100 });
    expect((await sharp(normalised.bytes).metadata()).orientation).toBeUndefined();
  });

  test('given a side longer than a JPEG allows, then the image is scaled down', async () => {
    const normalised = await normaliseJpeg(await photo(70, 80_000).png().toBuffer());
    expect(normalised.height).toBe(65_500);
  });

  test('given a truncated image, then the named field is an incomplete image', async () => {
    const bytes = await photo(500, 500).webp({ lossless: true }).toBuffer();
    await expect(normaliseJpeg(bytes.subarray(0, -10), { field: 'outfit_base64' })).rejects.toMatchObject({
      code: 'incomplete_image',
      message: 'outfit_base64 is an incomplete image',
    });
  });
});
