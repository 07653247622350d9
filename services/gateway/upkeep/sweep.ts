import { sql } from 'kysely';
import type { GatewayDependencies } from '../gateway.ts';
import { endOverdue } from '../requests/end-overdue.ts';
import { runningRequests } from '../requests/end-request.ts';

/** Requests ended at the same time. */
const BATCH = 500;

/**
 * Ends requests that have been overdue for the grace: their gateway died, or they are jobs whose worker never finished. So every admitted
 * request gets a terminal event. The projection then releases their slots.
 *
 * @returns how many were ended
 */
export async function sweep(deps: GatewayDependencies): Promise<number> {
  const before = new Date(deps.clock().getTime() - deps.sweepGraceMs);
  let ended = 0;
  // Those that were ended hold their slots until the projection has processed their endings.
  let last = { deadline: new Date(0), request_id: '' };
  for (;;) {
    const overdue = await runningRequests(deps.db)
      .where('deadline', '<', before)
      .where(sql<boolean>`(deadline, request_id) > (${last.deadline}, ${last.request_id})`)
      .orderBy('deadline')
      .orderBy('request_id')
      .limit(BATCH)
      .execute();
    last = overdue.at(-1) ?? last;
    if (overdue.length === 0) return ended;
    ended += await endOverdue(deps, overdue);
  }
}
