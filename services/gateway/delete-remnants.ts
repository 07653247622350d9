import { requestPrefixes } from '@styling/objectstore';
import type { GatewayDependencies } from './dependencies.ts';

/**
 * Deletes inputs and results that nothing will ever fetch: their gateway died before it could publish the request, or
 * before it could tell the answer. The backstop of the promise that a selfie does not outlive its request.
 *
 * @returns how many objects were deleted
 */
export async function deleteRemnants({
  store,
  clock,
  requestTimeoutMs,
  remnantMarginMs,
}: GatewayDependencies): Promise<number> {
  const moment = new Date(clock().getTime() - requestTimeoutMs - remnantMarginMs);
  let deleted = 0;
  for (const prefix of requestPrefixes) deleted += await store.deleteOlder(prefix, moment);
  return deleted;
}
