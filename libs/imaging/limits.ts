/** Shortest allowed side of an image, in pixels. */
export const minImageSide = 64;

/** Largest allowed image, in pixels (25 megapixels). */
export const maxImagePixels = 25_000_000;

/** The longest side libjpeg can write (JPEG_MAX_DIMENSION), in pixels. */
export const maxJpegSide = 65_500;
