import { subjects } from '@styling/contracts';
import { waitForHeads } from '@styling/projections';
import { inBatches, ServiceError } from '@styling/service';
import { sql } from 'kysely';
import { gatewayProjection } from '../gateway-projection.ts';
import type { Overdue } from './completions.ts';
import { type EndingDependencies, endRequest, runningRequests, waitingGateway } from './end-request.ts';
import { PUBLISH_TIMEOUT_MS } from './publish-timeout.ts';

/** Requests ended at the same time. */
const BATCH = 500;

/**
 * Ends those of `overdue` that have no ending, by default as overdue. The server deduplicates for two minutes only, so every
 * ending that the log holds by now has to be projected first; a row that is then still held has none.
 *
 * @returns how many were ended; failures of single ones are logged
 * @throws ServiceError `unavailable` and UnrecognisedLogError when it cannot be known
 */
export async function endOverdue(
  deps: EndingDependencies,
  overdue: readonly Overdue[],
  reason = new ServiceError('deadline_exceeded'),
): Promise<number> {
  const { bus, db, store, log, publishTimeoutMs = PUBLISH_TIMEOUT_MS } = deps;
  await waitForHeads(bus, db, { name: gatewayProjection.name, sources: [subjects.allCompleted] });
  const byId = new Map(overdue.map(({ request_id, isCanceled }) => [request_id, { isCanceled }]));
  const unended = await runningRequests(db)
    .where('request_id', '=', sql<string>`any(${[...byId.keys()]}::text[])`)
    .execute();
  const outcomes = await Promise.allSettled(
    unended.map(async (request) => {
      const { request_id } = request;
      const ended = { ...request, ...byId.get(request_id), ...(await waitingGateway(store, request_id)) };
      await (await endRequest(deps, ended, reason, publishTimeoutMs)).discarded;
    }),
  );
  for (const [index, outcome] of outcomes.entries()) {
    const about = { request_id: unended[index]?.request_id, code: reason.code };
    if (outcome.status === 'fulfilled') log.warn(about, 'request ended on behalf of its worker');
    else log.error({ err: outcome.reason, ...about }, 'ending a request failed; the sweep will retry');
  }
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

/**
 * Ends requests of this gateway at their deadline, as {@link endOverdue} does; those that become overdue meanwhile together.
 *
 * @returns a function for one request, which never rejects: what cannot be ended is left to the sweep
 */
export function overdueEnding(deps: EndingDependencies): (overdue: Overdue) => Promise<void> {
  const end = inBatches(
    async (overdue: readonly Overdue[]) => {
      await endOverdue(deps, overdue);
      return overdue.map(() => undefined);
    },
    { most: BATCH },
  );
  return (overdue) =>
    end(overdue).catch((error) =>
      deps.log.error({ err: error, request_id: overdue.request_id }, 'ending a request failed; the sweep will retry'),
    );
}
