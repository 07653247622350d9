import { ServiceError } from '@styling/service';
import type { GatewayDependencies } from '../gateway.ts';
import { abandon } from '../requests/abandon.ts';

/** How long one request may delay a sweep while the log is unreachable, in ms: the next sweep retries. */
const PUBLISH_TIMEOUT_MS = 3_000;
/** Requests ended in one sweep. */
const BATCH = 100;

/**
 * Ends overdue requests: their gateway died before publishing them, or their worker never finished. So every admitted
 * request gets a terminal event, every slot is released, and every input deleted.
 *
 * @returns how many were ended
 */
export async function sweep(deps: GatewayDependencies): Promise<number> {
  const overdue = await deps.db
    .selectFrom('admission')
    .select(['user_id', 'request_id', 'key_id', 'endpoint', 'received_at'])
    .where('request_id', 'is not', null)
    .where('deadline', '<', new Date(deps.clock().getTime() - deps.sweepGraceMs))
    .orderBy('deadline')
    .limit(BATCH)
    .execute();
  for (const { user_id, request_id, key_id, endpoint, received_at } of overdue) {
    if (!request_id || !key_id || !endpoint || !received_at) throw new Error('a taken slot without its request');
    deps.log.warn({ request_id }, 'ending an overdue request');
    const request = { request_id, user_id, key_id, endpoint, received_at };
    await abandon(deps, request, new ServiceError('deadline_exceeded'), PUBLISH_TIMEOUT_MS);
  }
  return overdue.length;
}
