import { ServiceError } from '@styling/service';
import type { GatewayDependencies } from '../gateway.ts';
import { endOverdue } from '../requests/end-overdue.ts';
import { runningRequests } from '../requests/end-request.ts';

/** Looked at in one run, the oldest first. */
const BATCH = 500;

/**
 * Ends requests whose cancel their worker has not answered within the grace of a sweep: it is frozen, cut off, or there is none.
 * The worker may still publish an ending: the first in the log counts. Forgets the cancel requests of those that have ended.
 *
 * @returns how many were ended
 */
export async function endCancelled(deps: GatewayDependencies): Promise<number> {
  const { db, clock, sweepGraceMs } = deps;
  const asked = await db
    .selectFrom('cancel_request')
    .select('request_id')
    .where('requested_at', '<', new Date(clock().getTime() - sweepGraceMs))
    .orderBy('requested_at')
    .limit(BATCH)
    .execute();
  if (asked.length === 0) return 0;
  const ids = asked.map(({ request_id }) => request_id);
  const unended = await runningRequests(db).where('request_id', 'in', ids).execute();
  const running = new Set(unended.map(({ request_id }) => request_id));
  const ended = ids.filter((id) => !running.has(id));
  if (ended.length > 0) await db.deleteFrom('cancel_request').where('request_id', 'in', ended).execute();
  return unended.length > 0 ? await endOverdue(deps, unended, new ServiceError('canceled')) : 0;
}
