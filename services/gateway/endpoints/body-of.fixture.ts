import { z } from 'zod';
import { specifiedSelfie } from '../assets/given-pictures.ts';

/** The body of a client of the specification: its selfie, then the `rest` of its fields, as they are validated. */
export const specified = <Shape extends z.ZodRawShape>(rest: z.ZodObject<Shape>) =>
  z.object({ ...specifiedSelfie.shape, ...rest.shape });
