import sharp from 'sharp';

// Every readable format is attack surface: only the API's formats, only from memory (no paths). The loader of HEIC and
// AVIF decodes only the latter, and reads the header of both.
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
// One thread per image: concurrent images share the cores better.
sharp.concurrency(1);

/** Hardened process-wide: only the API's formats, only from buffers. Raw pixel input and all encoders still work. */
export { sharp };
