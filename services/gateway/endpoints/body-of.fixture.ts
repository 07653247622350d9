import type { z } from 'zod';

/** The body schema of an endpoint that has one. */
export function bodyOf<Body extends z.ZodObject>({ body }: { readonly body?: Body | undefined }): Body {
  if (!body) throw new TypeError('an endpoint without a body');
  return body;
}
