import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@styling/service';
import type { z } from 'zod';
import type { Share } from './capacity.ts';
import { firstFieldError } from './field-error.ts';
import { readJsonBody } from './read-json-body.ts';

/**
 * Reads and validates a JSON body; its `base64Image` members are decoded while they arrive, and `memory` grows.
 *
 * @throws ServiceError of the first error, in the order: media type, size, JSON, fields as the schema lists them
 */
export async function readBody<Schema extends z.ZodObject>(
  { request, memory }: { readonly request: IncomingMessage; readonly memory: Share },
  schema: Schema,
): Promise<z.output<Schema>> {
  return parseFields(schema, await readJsonBody(request, { imageFields: imageFieldsOf(schema), memory }));
}

/** Validates the fields of a body or of a query string. @throws ServiceError of the first field that is invalid */
export function parseFields<Schema extends z.ZodObject>(schema: Schema, fields: unknown): z.output<Schema> {
  const parsed = schema.safeParse(fields, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { code, parameters } = firstFieldError(parsed.error, schema);
  throw new ServiceError(code, parameters);
}

const imageFieldsOf = (schema: z.ZodObject): string[] =>
  Object.keys(schema.shape).filter((name) => (schema.shape[name] as z.ZodType).safeParse(new Uint8Array()).success);
