import { subjects } from '@styling/contracts';
import { waitForHeads } from '@styling/projections';
import { ServiceError } from '@styling/service';
import { sql } from 'kysely';
import type { Candidate } from '../admission/admission.ts';
import type { GatewayDependencies } from '../gateway.ts';
import { gatewayProjection } from '../gateway-projection.ts';
import { type EndingDependencies, endRequest, runningRequests, waitingGateway } from '../requests/end-request.ts';

/** How long to retry while the log is unreachable, in ms: the next sweep retries. */
const PUBLISH_TIMEOUT_MS = 3_000;
/** Requests ended at the same time. */
const BATCH = 500;

/**
 * Ends overdue requests: their gateway died before publishing them, or their worker never finished. So every admitted
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

/**
 * Ends those of `overdue` that have no ending, by default as overdue. The server deduplicates for two minutes only, so every
 * ending that the log holds by now has to be projected first; a row that is then still held has none.
 *
 * @returns how many were ended; failures of single ones are logged
 * @throws ServiceError `unavailable` and UnrecognisedLogError when it cannot be known
 */
export async function endOverdue(
  deps: EndingDependencies,
  overdue: readonly Candidate[],
  reason = new ServiceError('deadline_exceeded'),
): Promise<number> {
  const { bus, db, store, log } = deps;
  await waitForHeads(bus, db, { name: gatewayProjection.name, sources: [subjects.allCompleted] });
  const ids = overdue.map(({ request_id }) => request_id);
  const unended = await runningRequests(db).where('request_id', '=', sql<string>`any(${ids}::text[])`).execute();
  const outcomes = await Promise.allSettled(
    unended.map(async (request) => {
      const ended = { ...request, ...(await waitingGateway(store, request.request_id)) };
      await (await endRequest(deps, ended, reason, PUBLISH_TIMEOUT_MS)).discarded;
    }),
  );
  for (const [index, outcome] of outcomes.entries()) {
    const about = { request_id: unended[index]?.request_id, code: reason.code };
    if (outcome.status === 'fulfilled') log.warn(about, 'request ended by the sweep');
    else log.error({ err: outcome.reason, ...about }, 'ending an overdue request failed; will retry');
  }
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}
