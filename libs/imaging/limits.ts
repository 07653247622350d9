import { limits } from '@styling/contracts/limits.ts';

/** Most pixels of an image. */
export const maxImagePixels = limits.imageMegapixels * 1_000_000;

/** The longest side libjpeg can write (JPEG_MAX_DIMENSION), in pixels. */
export const maxJpegSide = 65_500;
