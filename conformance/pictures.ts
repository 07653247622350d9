import { readFile } from 'node:fs/promises';
import sharp from 'sharp';

/** Pictures that the rows send or serve. */
export type Pictures = {
  /** One person, small: JPEG. */
  readonly selfie: Buffer;
  /** The same person twice, side by side. */
  readonly twoPeople: Buffer;
  /** The face without shoulders. */
  readonly face: Buffer;
  /** Nobody and nothing. */
  readonly blank: Buffer;
  /** A green garment on a white ground: PNG. */
  readonly garment: Buffer;
  /** Under 64 pixels. */
  readonly tiny: Buffer;
};

/** Derived from the picture in `docs/example`. */
export async function makePictures(): Promise<Pictures> {
  const original = await readFile(new URL('../docs/example/selfie.jpg', import.meta.url));
  const selfie = await sharp(original).resize({ width: 320 }).jpeg({ quality: 90 }).toBuffer();
  const { width, height } = await sharp(selfie).metadata();
  const beside = { create: { width: 2 * width, height, channels: 3, background: '#fff' } } as const;
  const plain = (side: number, background: string) =>
    sharp({ create: { width: side, height: side, channels: 3, background } });
  return {
    selfie,
    twoPeople: await sharp(beside)
      .composite([
        { input: selfie, left: 0, top: 0 },
        { input: selfie, left: width, top: 0 },
      ])
      .jpeg()
      .toBuffer(),
    face: await sharp(original).extract({ left: 150, top: 60, width: 210, height: 230 }).jpeg().toBuffer(),
    blank: await plain(300, '#8899aa').png().toBuffer(),
    garment: await plain(200, '#1b5e3a')
      .extend({ top: 60, bottom: 60, left: 60, right: 60, background: '#fff' })
      .png()
      .toBuffer(),
    tiny: await plain(32, '#f00').png().toBuffer(),
  };
}

/** As in a request body. */
export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
