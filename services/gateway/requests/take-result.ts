import type { RequestCompleted } from '@styling/contracts';
import { answerPrefix, type StoredObject } from '@styling/objectstore';
import { ServiceError } from '@styling/service';
import type { Gateway } from '../gateway.ts';

/** A successful request whose result is not in the store: it was deleted by age, or its user was erased. */
export class ResultGoneError extends Error {
  override readonly name = 'ResultGoneError';
}

/**
 * Fetches the result of a request that has no image record, and deletes it, unless the request is repeatable: then, or if
 * never fetched, it is deleted by age.
 *
 * @throws ServiceError `internal`, caused by a {@link ResultGoneError}, when it does not exist
 */
export async function takeResult(
  { store, log }: Pick<Gateway, 'store' | 'log'>,
  { result, request_id }: RequestCompleted['data'],
): Promise<StoredObject> {
  const found = result && (await store.get(result.object));
  if (!found) throw new ServiceError('internal', {}, { cause: new ResultGoneError() });
  if (result.object.startsWith(answerPrefix)) return found;
  await store
    .delete(result.object)
    .catch((error) => log.warn({ err: error, request_id }, 'deleting the result failed; it is deleted by age'));
  return found;
}
