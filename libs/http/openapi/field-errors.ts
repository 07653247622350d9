import { type ErrorCode, type ErrorParameters, limits } from '@styling/contracts';
import { z } from 'zod';
import { InvalidBase64 } from '../base64-image.ts';
import type { DocumentedError } from '../endpoint-declaration.ts';
import { firstFieldError } from '../field-error.ts';

/** Longer than any limit of a string field. */
const TOO_LONG = 100_000;
/** Values of which each kind of field refuses some, in the order in which the errors are documented. */
const PROBES = [
  undefined,
  {},
  new InvalidBase64('it is not'),
  `http://example.com/${'x'.repeat(TOO_LONG)}`,
  'x'.repeat(TOO_LONG),
  'x',
];

/**
 * The errors that each field of a body or query string can have, found by giving the schema invalid values: what is
 * documented is what the validation does.
 */
export const fieldErrors = (schema: z.ZodObject): Map<string, DocumentedError[]> =>
  new Map(Object.keys(schema.shape).map((field) => [field, errorsOf(schema, field)]));

function errorsOf(schema: z.ZodObject, field: string): DocumentedError[] {
  const only = z.object({ [field]: schema.shape[field] as z.ZodType });
  const found = new Map<ErrorCode, ErrorParameters>();
  for (const value of PROBES) {
    const { error } = only.safeParse({ [field]: value }, { reportInput: true });
    if (!error) continue;
    const { code, parameters } = firstFieldError(error, only);
    const { details: _, ...documented } = parameters;
    found.set(code, documented);
  }
  if (found.has('invalid_url')) {
    for (const code of ['forbidden_url', 'unreachable_url', 'url_unavailable'] as const) found.set(code, { field });
    found.set('image_too_large', { field, max: limits.fetchedMegabytes });
  }
  // An image that arrived as base64, or was fetched, is opened.
  if (found.has('invalid_url') || found.has('invalid_base64')) {
    for (const code of ['not_an_image', 'incomplete_image', 'bad_image_size'] as const) found.set(code, { field });
  }
  return [...found];
}
