import { ServiceError } from '@styling/service';
import type { GatewayDependencies } from '../gateway.ts';
import { abandon, runningRequests } from '../requests/abandon.ts';

/** How long one request may delay a sweep while the log is unreachable, in ms: the next sweep retries. */
const PUBLISH_TIMEOUT_MS = 3_000;
/** Requests ended in one sweep. */
const BATCH = 100;

/**
 * Ends overdue requests: their gateway died before publishing them, or their worker never finished. So every admitted
 * request gets a terminal event. Returns how many were ended.
 */
export async function sweep(deps: GatewayDependencies): Promise<number> {
  const overdue = await runningRequests(deps.db)
    .where('deadline', '<', new Date(deps.clock().getTime() - deps.sweepGraceMs))
    .orderBy('deadline')
    .limit(BATCH)
    .execute();
  for (const { deadline, ...request } of overdue) {
    deps.log.warn({ request_id: request.request_id }, 'ending an overdue request');
    await abandon(deps, request, new ServiceError('deadline_exceeded'), PUBLISH_TIMEOUT_MS);
  }
  return overdue.length;
}
