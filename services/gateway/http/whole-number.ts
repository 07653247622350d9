import { z } from 'zod';

/** A whole number in a query string. Plain decimals: anything else that JavaScript takes for a number is a mistake of the client. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .pipe(z.coerce.number<string>().int().min(min).max(max));
