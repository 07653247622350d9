import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Pictures that the rows send or serve. */
export type Pictures = Awaited<ReturnType<typeof makePictures>>;

/** Derived from the picture in `docs/example`. */
export async function makePictures() {
  const original = await readFile(new URL('../../docs/example/selfie.jpg', import.meta.url));
  const selfie = await sharp(original).resize({ width: 224 }).jpeg({ quality: 90 }).toBuffer();
  const { width, height } = await sharp(selfie).metadata();
  const plain = (background: string, side: number, high = side) =>
    sharp({ create: { width: side, height: high, channels: 3, background } });
  const beside = [0, width].map((left) => ({ input: selfie, left, top: 0 }));
  return {
    /** One person, small: JPEG. */
    selfie,
    /** One person in the other formats that phones and browsers save. */
    otherFormats: {
      heic: await readFile(new URL('../../libs/testing/photos/grace-hopper.heic', import.meta.url)),
      avif: await sharp(selfie).avif({ effort: 0 }).toBuffer(),
      webp: await sharp(selfie).webp().toBuffer(),
      gif: await sharp(selfie).gif().toBuffer(),
    },
    /** The same person twice, side by side. */
    twoPeople: await plain('#fff', 2 * width, height)
      .composite(beside)
      .jpeg()
      .toBuffer(),
    /** Without shoulders. */
    face: await sharp(original).extract({ left: 160, top: 130, width: 210, height: 165 }).jpeg().toBuffer(),
    /** Lying on the side. */
    lying: await sharp(original).rotate(90).jpeg().toBuffer(),
    /** Nobody and nothing. */
    blank: await plain('#8899aa', 300).png().toBuffer(),
    /** A green garment on a white ground: PNG. */
    garment: await plain('#1b5e3a', 200)
      .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#fff' })
      .png()
      .toBuffer(),
    /** Half of a file. */
    cutOff: selfie.subarray(0, selfie.length / 2),
    /** Under 64 pixels. */
    tiny: await plain('#f00', 32).png().toBuffer(),
  };
}

/** As in a request body. */
export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
