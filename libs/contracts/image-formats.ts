import { limits } from './limits.ts';

/** The image formats that the API accepts: the subtype of their media type, and their name in texts. */
export const imageFormats = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  heic: 'HEIC',
  avif: 'AVIF',
  gif: 'GIF',
} as const;
export type ImageFormat = keyof typeof imageFormats;

const names = Object.values(imageFormats);

/** The accepted formats, as error texts state them. */
export const imageFormatNames = `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;

/** The accepted formats and dimensions, as documentation states them. */
export const acceptedImages = `${imageFormatNames}, ${limits.imageSide}x${limits.imageSide} to ${limits.imageMegapixels} megapixels`;
