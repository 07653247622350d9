import { type ErrorCode, limits } from '@styling/contracts';
import { z } from 'zod';

/** Plain decimals: anything else that JavaScript takes for a number is a mistake of the client. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^[1-9]\d{0,9}$/)
    .pipe(z.coerce.number<string>().int().min(min).max(max));

export const pageParameters = {
  limit: wholeNumber(1, limits.pageSize).optional().meta({ description: 'Page size' }),
  cursor: z
    .string('invalid_cursor')
    .max(limits.cursorLength, 'invalid_cursor')
    .optional()
    .meta({ description: '`next_cursor` of the previous page' }),
};

/** `wait` of a long poll, seconds. */
export const waitParameter = z
  .string()
  .regex(/^\d{1,2}$/)
  .pipe(z.coerce.number<string>().int().min(0).max(limits.pollSeconds))
  .optional();

/** The id of something in a path. @param notFound the error of what cannot be one */
export const idInPath = (id: z.ZodType, notFound: ErrorCode, description: string, example: string) =>
  z
    .string()
    .refine((text) => id.safeParse(text).success, notFound)
    .meta({ description, examples: [example] });
