/** An image needs at least this many pixels on either side. */
export const minImageSide = 64;

/** An image may have at most this many pixels in all (25 megapixels). */
export const maxImagePixels = 25_000_000;

/** The longest side libjpeg can write (JPEG_MAX_DIMENSION), in pixels. */
export const maxJpegSide = 65_500;
