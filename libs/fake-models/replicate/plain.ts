import sharp from 'sharp';

/** Spread of a channel, of 255, below which a picture shows nothing. */
const LEAST_SPREAD = 2;

/** Whether a picture is of one colour all over; one that cannot be read is not. */
export async function isPlain(bytes: Uint8Array): Promise<boolean> {
  const stats = await sharp(bytes)
    .stats()
    .catch(() => undefined);
  return stats?.channels.every(({ stdev }) => stdev < LEAST_SPREAD) ?? false;
}
