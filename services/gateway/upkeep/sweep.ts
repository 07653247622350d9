import { ServiceError } from '@styling/service';
import type { GatewayDependencies } from '../dependencies.ts';
import { abandon } from '../requests/abandon.ts';

/** How long one request may hold up a sweep while the log is away, in ms: the next sweep comes to it again. */
const PATIENCE_MS = 3_000;
/** Requests ended in one sweep. */
const BATCH = 100;

/**
 * Ends the requests that nobody ended: their gateway died before publishing them, or their worker never came back. So
 * every admitted request has a terminal event, every slot is freed, and every input goes.
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
    deps.log.warn({ request_id }, 'ending a request that nobody ended');
    const request = { request_id, user_id, key_id, endpoint, received_at };
    await abandon(deps, request, new ServiceError('deadline_exceeded'), PATIENCE_MS);
  }
  return overdue.length;
}
