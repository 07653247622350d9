import sharp from 'sharp';

// Every format sharp can read is attack surface: allow only the API's three formats, and only from memory (no paths).
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
// Requests never share images: an operation cache would only use memory.
sharp.cache(false);
// One thread per image: concurrent images share the cores better than several threads per image.
sharp.concurrency(1);

/**
 * sharp, hardened for the whole process: it loads only JPEG, PNG and WebP, only from buffers (no SVG, GIF, TIFF, HEIF, no
 * file names). Raw pixel input and all encoders still work.
 */
export { sharp };
