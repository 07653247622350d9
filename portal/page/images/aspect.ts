import type { ImageRecord } from '@styling/client';

/** Of a picture whose size is not recorded: that of most. */
const USUAL = 3 / 4;
/** Narrower and wider ones are cut in lists. */
const [LEAST, MOST] = [0.5, 2];

/** Width by height of a picture. */
export const aspectOf = ({ width, height }: Pick<ImageRecord, 'width' | 'height'>): number =>
  width && height ? width / height : USUAL;

/** The same in a list. */
export const listAspectOf = (image: Pick<ImageRecord, 'width' | 'height'>): number =>
  Math.min(MOST, Math.max(LEAST, aspectOf(image)));
