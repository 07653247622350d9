import type { RequestCompleted } from '@styling/contracts';
import { answerPrefix, type StoredObject } from '@styling/objectstore';
import { ServiceError } from '@styling/service';
import type { GatewayDependencies } from '../dependencies.ts';

/**
 * Fetches the result of a request that leaves no record. It is told once, to the one who waits, and deleted, unless it may
 * be asked for again: then it stays, as does what nobody fetches, until it is deleted by age.
 *
 * @throws ServiceError `internal` when it is not there
 */
export async function takeResult(
  { store, log }: GatewayDependencies,
  { result, request_id }: RequestCompleted['data'],
): Promise<StoredObject> {
  const found = result && (await store.get(result.object));
  if (!found) throw new ServiceError('internal', {}, { cause: new Error('a success without its result') });
  if (result.object.startsWith(answerPrefix)) return found;
  await store.delete(result.object).catch((error) => log.warn({ err: error, request_id }, 'result not deleted yet'));
  return found;
}
