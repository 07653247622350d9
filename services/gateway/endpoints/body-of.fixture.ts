import { z } from 'zod';
import { specifiedSelfie } from '../assets/given-pictures.ts';

/** The body schema of an endpoint that has one. */
export function bodyOf<Body extends z.ZodObject>({ body }: { readonly body?: Body | undefined }): Body {
  if (!body) throw new TypeError('an endpoint without a body');
  return body;
}

/** The body of a client of the specification: its selfie, then the `rest` of its fields, as they are validated. */
export const specified = <Shape extends z.ZodRawShape>(rest: z.ZodObject<Shape>) =>
  z.object({ ...specifiedSelfie.shape, ...rest.shape });
