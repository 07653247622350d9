import sharp from 'sharp';

// Every format sharp can read is attack surface: allow only the API's formats, and only from memory (no paths). The loader of
// HEIC and AVIF decodes only the latter, and reads the header of both.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
// Requests never share images: an operation cache would only use memory.
sharp.cache(false);
// One thread per image: concurrent images share the cores better than several threads per image.
sharp.concurrency(1);

/**
 * sharp, hardened for the whole process: it loads only the formats of the API, only from buffers (no SVG, no TIFF, no file
 * names). Raw pixel input and all encoders still work.
 */
export { sharp };
