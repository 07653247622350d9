import { sharp } from '@styling/imaging';

const SIDE = 64;
const formats = ['jpeg', 'png'] as const;

/** A white picture of 64 x 64 pixels, always the same bytes. */
export const blankPicture = (format: (typeof formats)[number]): Promise<Buffer> =>
  sharp({ create: { width: SIDE, height: SIDE, channels: 3, background: 'white' } })
    .toFormat(format)
    .toBuffer();

export async function isBlankPicture(bytes: Uint8Array): Promise<boolean> {
  const blanks = await Promise.all(formats.map(blankPicture));
  return blanks.some((blank) => blank.equals(bytes));
}
