import sharp from 'sharp';

// Everything sharp can read is attack surface: only the three formats of the API, and only from memory (no paths).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
// No two requests share an image, so an operation cache would only hold memory.
sharp.cache(false);
// One thread an image: many images at once share the cores better than many threads an image.
sharp.concurrency(1);

/**
 * sharp, hardened for the whole process: loads JPEG, PNG and WebP from a buffer and nothing else (no SVG, GIF, TIFF,
 * HEIF, no file names). Raw pixels in and every encoder out still work.
 */
export { sharp };
