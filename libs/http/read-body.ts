import type { IncomingMessage } from 'node:http';
import { type ErrorCode, type ErrorParameters, errorCatalogue, urlFault } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import { InvalidBase64 } from './base64-image.ts';
import type { BodyCount } from './body-chunks.ts';
import { readJsonBody } from './read-json-body.ts';

/** `memory` grows with the body; `maxFieldBytes`: see {@link readJsonBody}. */
type Receiving = { readonly request: IncomingMessage; readonly memory: BodyCount; readonly maxFieldBytes: number };

/** Reads, decodes and validates. @throws ServiceError of the first error: media type, size, JSON, fields in order */
export const readBody = async <Schema extends z.ZodObject>(
  receiving: Receiving,
  schema: Schema,
): Promise<z.output<Schema>> => parseFields(schema, await readFields(receiving, schema));

/** Like {@link readBody}, without validating the members. */
export const readFields = (
  { request, memory, maxFieldBytes }: Receiving,
  schema: z.ZodObject,
): Promise<Record<string, unknown>> =>
  readJsonBody(request, { imageNames: imageNamesOf(schema), memory, maxFieldBytes });

/** Validates a body or query string. @throws ServiceError of the first invalid field */
export function parseFields<Schema extends z.ZodObject>(schema: Schema, fields: unknown): z.output<Schema> {
  const parsed = schema.safeParse(fields, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { code, parameters } = firstFieldError(parsed.error, schema);
  throw new ServiceError(code, parameters);
}

/** Members that hold images, also those of a list of objects. */
export function imageNamesOf(schema: z.ZodObject): ReadonlySet<string> {
  const names = Object.entries(schema.shape).flatMap(([name, field]) => {
    if ((field as z.ZodType).safeParse(new Uint8Array()).success) return [name];
    const element = elementOf(field);
    return element ? [...imageNamesOf(element)] : [];
  });
  return new Set(names);
}

function elementOf(field: unknown): z.ZodObject | undefined {
  if (field instanceof z.ZodOptional) return elementOf(field.unwrap());
  return field instanceof z.ZodArray && field.element instanceof z.ZodObject ? field.element : undefined;
}

const TYPE_ERRORS: Record<string, ErrorCode> = { string: 'not_a_string', boolean: 'not_a_boolean' };

/** First error in schema order (spec, "Errors"); zod's message may be the code. Parse with `reportInput: true`. */
export function firstFieldError(error: z.ZodError, schema: z.ZodObject) {
  const issue = error.issues[0];
  if (!issue) throw new TypeError('a ZodError without issues');
  const field = issue.path.join('.');
  const input = issue.input;
  const wrong = (code: ErrorCode, own: ErrorParameters = {}) => {
    const parameters: ErrorParameters = { field, ...own };
    return { code, parameters };
  };
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

/** Its error states it, whatever is wrong with the value. */
function numberRange(type: unknown): { min: number; max: number } | undefined {
  if (type instanceof z.ZodDefault || type instanceof z.ZodOptional) return numberRange(type.unwrap());
  if (type instanceof z.ZodPipe) return numberRange(type.out);
  if (!(type instanceof z.ZodNumber)) return undefined;
  return { min: Number(type.minValue), max: Number(type.maxValue) };
}
