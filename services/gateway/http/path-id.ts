import type { ErrorCode } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { z } from 'zod';

/** An id in a path, for the documentation. */
export const idParameter = (description: string, example: string) =>
  z.string().meta({ description, examples: [example] });

/** Reads the id `name` of a path. @returns a function of its parameters; throws ServiceError `code` for what cannot be an id */
export const pathId =
  (schema: z.ZodType<string>, code: ErrorCode, name = 'id') =>
  (params: Readonly<Record<string, unknown>>): string => {
    const { data } = schema.safeParse(params[name]);
    if (data === undefined) throw new ServiceError(code);
    return data;
  };
