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
  new InvalidBase64(),
  `http://example.com/${'x'.repeat(TOO_LONG)}`,
  'x'.repeat(TOO_LONG),
  'x',
];

/** Errors of an image that arrived as base64, or was fetched, found when it is opened. */
const IMAGE_ERRORS = ['not_an_image', 'bad_image_size'] as const;
const FETCH_ERRORS = ['forbidden_url', 'unreachable_url', 'image_too_large'] as const;

/**
 * The errors that each field of a body or query string can have, found by giving the schema invalid values: what is
 * documented is what the validation does.
 *
 * @param fetchedMegabytes largest image that is fetched from a URL
 */
export const fieldErrors = (schema: z.ZodObject, fetchedMegabytes: number): Map<string, DocumentedError[]> =>
  new Map(Object.keys(schema.shape).map((field) => [field, errorsOf(schema, field, fetchedMegabytes)]));

function errorsOf(schema: z.ZodObject, field: string, fetchedMegabytes: number): DocumentedError[] {
  const only = z.object({ [field]: schema.shape[field] as z.ZodType });
  const found = new Map<string, DocumentedError>();
  for (const value of PROBES) {
    const { error } = only.safeParse({ [field]: value }, { reportInput: true });
    if (!error) continue;
    const { code, parameters } = firstFieldError(error, only);
    found.set(code, [code, parameters]);
  }
  const isUrl = found.has('invalid_url');
  if (isUrl) for (const code of FETCH_ERRORS) found.set(code, [code, { field, ...maximumOf(code, fetchedMegabytes) }]);
  if (isUrl || found.has('invalid_base64')) for (const code of IMAGE_ERRORS) found.set(code, [code, { field }]);
  return [...found.values()];
}

const maximumOf = (code: string, megabytes: number) => (code === 'image_too_large' ? { max: megabytes } : {});
