import { type ErrorCode, type ErrorParameters, errorCatalogue } from '@styling/contracts';
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
  if (issue.message in errorCatalogue) return { code: issue.message as ErrorCode, parameters: { field } };
  const isOptional = schema.shape[field]?.safeParse(undefined).success === true;
  if (!isOptional && (input === undefined || (typeof input === 'string' && input.trim() === ''))) {
    return { code: 'required', parameters: { field } };
  }
  const range = numberRange(schema.shape[field]);
  if (range) return { code: 'not_an_integer_between', parameters: { field, ...range } };
  switch (issue.code) {
    case 'invalid_type':
      return { code: TYPE_ERRORS[issue.expected] ?? 'required', parameters: { field } };
    case 'invalid_value':
      return typeof input === 'string'
        ? { code: 'not_one_of', parameters: { field, options: issue.values.map(String).join(', ') } }
        : { code: 'not_a_string', parameters: { field } };
    case 'too_big':
      return { code: 'too_long', parameters: { field, max: Number(issue.maximum) } };
    case 'invalid_format':
      return { code: 'invalid_url', parameters: { field } };
    default:
      return {
        code: input instanceof InvalidBase64 || input === '' ? 'invalid_base64' : 'not_a_string',
        parameters: { field },
      };
  }
}

/** The range of a number field, which its error states whatever is wrong with the value. */
function numberRange(type: unknown): { min: number; max: number } | undefined {
  if (type instanceof z.ZodDefault || type instanceof z.ZodOptional) return numberRange(type.unwrap());
  if (type instanceof z.ZodPipe) return numberRange(type.out);
  if (!(type instanceof z.ZodNumber)) return undefined;
  return { min: Number(type.minValue), max: Number(type.maxValue) };
}
