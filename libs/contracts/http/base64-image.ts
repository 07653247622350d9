import { z } from 'zod';

/** Stands where a base64 field held something that is not base64. */
export class InvalidBase64 {}

/**
 * A picture in a request body. On the wire it is a base64 string, with or without a `data:image/…;base64,` prefix; the
 * body reader decodes it while it arrives, so that a parsed body holds bytes, or {@link InvalidBase64}.
 */
export const base64Image = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, { abort: true })
  .meta({
    type: 'string',
    contentEncoding: 'base64',
    description: 'JPEG, PNG or WebP, 64x64 to 25 megapixels, base64 (a data: prefix is accepted)',
  });
