import { accountForInput } from '@styling/capability/account-for-images.ts';
import { answerPrefix, requestPrefixes } from '@styling/objectstore';
import { KEY_LIFE_MS } from '../admission/idempotency-key.ts';
import type { GatewayDependencies } from '../gateway.ts';
import { SOURCE } from '../http/record-answer.ts';

/**
 * Deletes orphaned inputs and results, whose gateway died: so no selfie outlives its request, nor a
 * picture that a worker stored for it. Also deletes expired idempotency keys and their results. Returns how many objects were deleted.
 */
export async function deleteOrphans(deps: GatewayDependencies): Promise<number> {
  const { db, store, clock, requestTimeoutMs, orphanMarginMs } = deps;
  const before = (ms: number) => new Date(clock().getTime() - ms);
  let deleted = 0;
  for (const prefix of requestPrefixes) {
    const account = (name: string) => accountForInput(deps, SOURCE, name);
    deleted += await store.deleteOlder(prefix, before(requestTimeoutMs + orphanMarginMs), account);
  }
  await db.deleteFrom('idempotency_key').where('received_at', '<=', before(KEY_LIFE_MS)).execute();
  // A result is younger than its key, so that no key refers to it any more.
  return deleted + (await store.deleteOlder(answerPrefix, before(KEY_LIFE_MS)));
}
