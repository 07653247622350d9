import type { RequestAccepted } from '@styling/contracts';
import { isEndedInput, type ObjectStore, unpackInput } from '@styling/objectstore';
import type { z } from 'zod';

/** What a client sent. */
export type ClaimedInput<Fields> = {
  readonly fields: Fields;
  /** A picture that came with the request, by its name in the body, e.g. `selfie_base64`. @throws Error when there is none */
  picture(field: string): Uint8Array;
};

/**
 * Redeems the claim check of a request.
 *
 * @param schema of the fields: the contract between the gateway and this capability, e.g. `tryOnInput`
 * @throws Error when the input is gone: the request was ended already, by the gateway or by another worker
 */
export async function claimInput<Schema extends z.ZodType>(
  store: ObjectStore,
  { input }: RequestAccepted['data'],
  schema: Schema,
): Promise<ClaimedInput<z.output<Schema>>> {
  const found = await store.get(input);
  if (!found || isEndedInput(found.metadata)) throw new Error(`${input} is gone`);
  const { fields, pictures } = unpackInput(found.bytes);
  return {
    fields: schema.parse(fields),
    picture(field) {
      const bytes = pictures[field];
      if (!bytes) throw new Error(`an input without ${field}`);
      return bytes;
    },
  };
}
