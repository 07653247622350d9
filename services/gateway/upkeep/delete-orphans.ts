import { answerPrefix, requestPrefixes } from '@styling/objectstore';
import { KEY_LIFE_MS } from '../admission/idempotency-key.ts';
import type { GatewayDependencies } from '../gateway.ts';
import { mayBeForgotten } from '../requests/discard-request.ts';

/**
 * Deletes orphaned inputs and results, whose gateway died: so no selfie outlives its request,
 * nor a picture that a worker stored for it without a record. Also deletes expired idempotency keys and their results. Returns how many objects were deleted.
 */
export async function deleteOrphans(deps: GatewayDependencies): Promise<number> {
  const { db, store, clock, requestTimeoutMs, orphanMarginMs } = deps;
  const before = (ms: number) => new Date(clock().getTime() - ms);
  let deleted = 0;
  for (const prefix of requestPrefixes) {
    deleted += await store.deleteOlder(prefix, before(requestTimeoutMs + orphanMarginMs), (name) =>
      mayBeForgotten(deps, name),
    );
  }
  await db.deleteFrom('idempotency_key').where('received_at', '<=', before(KEY_LIFE_MS)).execute();
  // A result is younger than its key, so that no key refers to it any more.
  return deleted + (await store.deleteOlder(answerPrefix, before(KEY_LIFE_MS)));
}
