import type { ImageRecord } from '@styling/client';

/** Of a picture whose size is not recorded: that of most. */
const USUAL = 3 / 4;
/** Narrower and wider ones are cut in lists. */
const [LEAST, MOST] = [0.5, 2];

/** Width by height of a picture in a list. */
export function aspectOf({ width, height }: Pick<ImageRecord, 'width' | 'height'>): number {
  if (!width || !height) return USUAL;
  return Math.round(Math.min(MOST, Math.max(LEAST, width / height)) * 1000) / 1000;
}
