import { acceptedImages } from '@styling/contracts';
import { z } from 'zod';

/** Stands for the value of an image field that is not base64. */
export class InvalidBase64 {
  /** What is wrong with it, and where. */
  readonly details: string;

  constructor(details: string) {
    this.details = details;
  }
}

/**
 * An image in a request body. On the wire it is a base64 string, with or without a `data:image/…;base64,` prefix;
 * `readJsonBody` decodes it while it arrives, so that a parsed body holds bytes or {@link InvalidBase64}.
 */
export const base64Image = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array, { abort: true })
  .meta({
    type: 'string',
    contentEncoding: 'base64',
    description: `${acceptedImages}, base64 (a data: prefix is accepted)`,
  });
