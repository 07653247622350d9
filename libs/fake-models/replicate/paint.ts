import { createHash } from 'node:crypto';
import sharp from 'sharp';

const HEIGHT = 1024;
/** A prompt for a white studio gets the source smaller on white. */
const WHITE_GROUND = /\bwhite background\b/i;
const SHARE_ON_WHITE = 0.6;

/**
 * Stands in for an image editor: returns a real picture that depends on the prompt. It is `source` mirrored, tinted and
 * cropped to the ordered ratio, on white if the prompt asks for that; without a source a plain colour.
 *
 * @param aspectRatio such as `3:4`; anything else keeps the source's
 */
export async function paint(
  prompt: string,
  source: Uint8Array | undefined,
  { aspectRatio, format }: { readonly aspectRatio: unknown; readonly format: 'jpeg' | 'png' },
): Promise<Buffer> {
  const [r = 0, g = 0, b = 0] = createHash('sha256').update(prompt).digest();
  const [, wide, high] = /^(\d+):(\d+)$/.exec(String(aspectRatio)) ?? [];
  const width = wide && high ? Math.round((HEIGHT * Number(wide)) / Number(high)) : undefined;
  const ground = { width: width ?? HEIGHT, height: HEIGHT, channels: 3 as const, background: { r, g, b } };
  const image = source ? sharp(source, { failOn: 'error' }).autoOrient() : sharp({ create: ground });
  if (source)
    image
      .resize({ ...(width && { width }), height: HEIGHT, fit: 'cover' })
      .flop()
      .tint({ r, g, b });
  const picture = await image.flatten({ background: 'white' }).toFormat(format).toBuffer();
  return WHITE_GROUND.test(prompt) ? onWhite(picture, format) : picture;
}

async function onWhite(picture: Buffer, format: 'jpeg' | 'png'): Promise<Buffer> {
  const { width, height } = await sharp(picture).metadata();
  const smaller = await sharp(picture)
    .resize({ width: Math.round(width * SHARE_ON_WHITE) })
    .toBuffer();
  return sharp({ create: { width, height, channels: 3, background: 'white' } })
    .composite([{ input: smaller }])
    .toFormat(format)
    .toBuffer();
}
