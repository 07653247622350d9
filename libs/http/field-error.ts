import { type ErrorCode, type ErrorParameters, errorCatalogue, urlFault } from '@styling/contracts';
import { z } from 'zod';
import { InvalidBase64 } from './base64-image.ts';

/** The error of one field: code and parameters of the error catalogue. */
export type FieldError = { readonly code: ErrorCode; readonly parameters: ErrorParameters };

const TYPE_ERRORS: Record<string, ErrorCode> = { string: 'not_a_string', boolean: 'not_a_boolean' };

/**
 * The first error of a body or query string, in the order of the schema's fields (spec, "Errors": the selfie comes first).
 * A schema may choose the code itself by giving it as zod's error message.
 *
 * @param error of a parse of `schema` with `reportInput: true`
 */
export function firstFieldError(error: z.ZodError, schema: z.ZodObject): FieldError {
  const issue = error.issues[0];
  if (!issue) throw new TypeError('a ZodError without issues');
  const field = issue.path.join('.');
  const input = issue.input;
  const wrong = (code: ErrorCode, parameters = {}): FieldError => ({ code, parameters: { field, ...parameters } });
  if (issue.message in errorCatalogue) return wrong(issue.message as ErrorCode);
  const isOptional = schema.shape[field]?.safeParse(undefined).success === true;
  if (!isOptional && (input === undefined || (typeof input === 'string' && input.trim() === ''))) {
    return wrong('required');
  }
  const range = numberRange(schema.shape[field]);
  if (range) return wrong('not_an_integer_between', range);
  switch (issue.code) {
    case 'invalid_type':
      return wrong(TYPE_ERRORS[issue.expected] ?? 'required');
    case 'invalid_value':
      return typeof input === 'string'
        ? wrong('not_one_of', { options: issue.values.map(String).join(', ') })
        : wrong('not_a_string');
    case 'too_big':
      return wrong('too_long', { max: Number(issue.maximum) });
    case 'invalid_format':
      return wrong('invalid_url', { details: urlFault(String(input)) });
    default:
      if (input instanceof InvalidBase64) return wrong('invalid_base64', { details: input.details });
      return wrong(input === '' ? 'invalid_base64' : 'not_a_string');
  }
}

/** The range of a number field, which its error states whatever is wrong with the value. */
function numberRange(type: unknown): { min: number; max: number } | undefined {
  if (type instanceof z.ZodDefault || type instanceof z.ZodOptional) return numberRange(type.unwrap());
  if (type instanceof z.ZodPipe) return numberRange(type.out);
  if (!(type instanceof z.ZodNumber)) return undefined;
  return { min: Number(type.minValue), max: Number(type.maxValue) };
}
