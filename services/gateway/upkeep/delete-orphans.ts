import { answerPrefix, requestPrefixes } from '@styling/objectstore';
import { KEY_LIFE_MS } from '../admission/idempotency-key.ts';
import type { GatewayDependencies } from '../dependencies.ts';

/**
 * Deletes inputs and results that nothing will ever fetch: their gateway died before it could publish the request, or
 * before it could tell the answer. The backstop of the promise that a selfie does not outlive its request. Also the
 * answers that could be asked for again, and the keys to do so, once their time is over.
 *
 * @returns how many objects were deleted
 */
export async function deleteRemnants({
  db,
  store,
  clock,
  requestTimeoutMs,
  remnantMarginMs,
}: GatewayDependencies): Promise<number> {
  const before = (ms: number) => new Date(clock().getTime() - ms);
  let deleted = 0;
  for (const prefix of requestPrefixes) {
    deleted += await store.deleteOlder(prefix, before(requestTimeoutMs + remnantMarginMs));
  }
  await db.deleteFrom('idempotency_key').where('received_at', '<=', before(KEY_LIFE_MS)).execute();
  // It is younger than its key, so that there is none to lead to it any more.
  return deleted + (await store.deleteOlder(answerPrefix, before(KEY_LIFE_MS)));
}
