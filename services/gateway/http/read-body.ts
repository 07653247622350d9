import type { IncomingMessage } from 'node:http';
import { firstFieldError } from '@styling/contracts';
import { readJsonBody, type Share } from '@styling/http';
import { ServiceError } from '@styling/service';
import type { z } from 'zod';

/** Largest body, in bytes (`body_too_large`). */
const MAX_BODY_BYTES = 20 * 1024 * 1024;

/**
 * Reads and checks a JSON body.
 *
 * @param schema of the body; its `base64Image` members are decoded while they arrive
 * @param memory grows with what is read
 * @throws ServiceError of the first fault, in the order: media type, size, JSON, fields as the schema lists them
 */
export async function readBody<Schema extends z.ZodObject>(
  request: IncomingMessage,
  schema: Schema,
  memory: Share,
): Promise<z.output<Schema>> {
  const fields = await readJsonBody(request, { imageFields: imageFieldsOf(schema), maxBytes: MAX_BODY_BYTES, memory });
  const parsed = schema.safeParse(fields, { reportInput: true });
  if (parsed.success) return parsed.data;
  const { code, parameters } = firstFieldError(parsed.error, schema);
  throw new ServiceError(code, parameters);
}

/** The fields that hold pictures: the contract names them all alike. */
const imageFieldsOf = (schema: z.ZodObject): string[] =>
  Object.keys(schema.shape).filter((name) => name.endsWith('_base64'));
