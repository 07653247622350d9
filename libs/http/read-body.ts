import type { IncomingMessage } from 'node:http';
import { ServiceError } from '@styling/service';
import { z } from 'zod';
import type { BodyCount } from './body-chunks.ts';
import { firstFieldError } from './field-error.ts';
import { readJsonBody } from './read-json-body.ts';

/** A request whose body is to be read; `memory` grows with it, `maxFieldBytes` as in {@link readJsonBody}. */
type Receiving = { readonly request: IncomingMessage; readonly memory: BodyCount; readonly maxFieldBytes: number };

/**
 * Reads and validates a JSON body; its `base64Image` members are decoded while they arrive.
 *
 * @throws ServiceError of the first error, in the order: media type, size, JSON, fields as the schema lists them
 */
export const readBody = async <Schema extends z.ZodObject>(
  receiving: Receiving,
  schema: Schema,
): Promise<z.output<Schema>> => parseFields(schema, await readFields(receiving, schema));

/** Reads a JSON body with the images of `schema`; its members are not yet validated. @throws as {@link readBody}, before fields */
export const readFields = (
  { request, memory, maxFieldBytes }: Receiving,
  schema: z.ZodObject,
): Promise<Record<string, unknown>> =>
  readJsonBody(request, { imageFields: imageFieldsOf(schema), memory, maxFieldBytes });

/** Validates the fields of a body or of a query string. @throws ServiceError of the first field that is invalid */
export function parseFields<Schema extends z.ZodObject>(schema: Schema, fields: unknown): z.output<Schema> {
  const parsed = schema.safeParse(fields, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { code, parameters } = firstFieldError(parsed.error, schema);
  throw new ServiceError(code, parameters);
}

const imageFields = new WeakMap<z.ZodObject, readonly string[]>();

/** The members that hold images, also those of a list of objects: `garments[].image_base64`. Found out once for a schema. */
export function imageFieldsOf(schema: z.ZodObject): readonly string[] {
  const known = imageFields.get(schema);
  if (known) return known;
  const found = Object.entries(schema.shape).flatMap(([name, field]) => {
    if ((field as z.ZodType).safeParse(new Uint8Array()).success) return [name];
    const element = elementOf(field);
    return element ? imageFieldsOf(element).map((member) => `${name}[].${member}`) : [];
  });
  imageFields.set(schema, found);
  return found;
}

/** The schema of the objects of a list. */
function elementOf(field: unknown): z.ZodObject | undefined {
  if (field instanceof z.ZodOptional) return elementOf(field.unwrap());
  return field instanceof z.ZodArray && field.element instanceof z.ZodObject ? field.element : undefined;
}
