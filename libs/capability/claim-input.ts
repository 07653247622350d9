import type { RequestAccepted } from '@styling/contracts';
import { type ObjectStore, objectNames } from '@styling/objectstore';
import type { z } from 'zod';

/** The input of a request is no longer there: it was ended already, by the gateway or by another worker. */
export class InputGoneError extends Error {
  override readonly name = 'InputGoneError';
}

/**
 * Redeems the claim check of a request: what its client sent, besides the pictures.
 *
 * @param schema the contract between the gateway and this capability, e.g. `tryOnInput`
 * @throws InputGoneError
 */
export async function claimInput<Schema extends z.ZodType>(
  store: ObjectStore,
  { input }: RequestAccepted['data'],
  schema: Schema,
): Promise<z.output<Schema>> {
  const found = await store.get(input);
  if (!found) throw new InputGoneError(`${input} is gone`);
  return schema.parse(JSON.parse(Buffer.from(found.bytes).toString()));
}

/**
 * A picture that came with a request.
 *
 * @param field name in the request's body, e.g. `selfie_base64`
 * @throws InputGoneError
 */
export async function claimPicture(
  store: ObjectStore,
  { request_id }: RequestAccepted['data'],
  field: string,
): Promise<Uint8Array> {
  const name = objectNames.requestImage(request_id, field);
  const found = await store.get(name);
  if (!found) throw new InputGoneError(`${name} is gone`);
  return found.bytes;
}
