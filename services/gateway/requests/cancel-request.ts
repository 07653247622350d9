import { publish } from '@styling/bus';
import { capabilities, createEvent, requestCancelRequested, type StoredJob } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { sql } from 'kysely';
import { type GatewayDependencies, PUBLISH_TIMEOUT_MS, SOURCE } from '../dependencies.ts';
import { type EndingDependencies, endOverdue, endRequest, runningRequests, waitingGateway } from './end-request.ts';

/**
 * Cancels a job that has not ended, repeatably: publishes a cancel request for its worker, and, where none has begun,
 * its ending. A worker may begin, or finish, at the same moment: the first ending in the log counts.
 * @throws ServiceError `unavailable`; the cancel may take effect nevertheless
 */
export async function cancelRequest(deps: EndingDependencies, job: StoredJob): Promise<void> {
  const { bus, store, clock } = deps;
  const { request_id, user_id, key_id, endpoint, created_at } = job;
  const capability = capabilities.find((known) => known === job.capability);
  if (!capability) throw new ServiceError('internal', {}, { cause: new Error('job of an unknown capability') });
  if (job.cancel_requested_at === null) {
    const asked = { request_id, user_id, endpoint, capability };
    const event = createEvent(requestCancelRequested, SOURCE, clock(), asked);
    await publish(bus, event, { timeoutMs: PUBLISH_TIMEOUT_MS });
  }
  if (job.status === 'queued') {
    const gateway = await waitingGateway(store, request_id);
    const unended = { request_id, user_id, key_id, endpoint, received_at: new Date(created_at), gateway };
    await endRequest(deps, unended, new ServiceError('canceled'));
  }
}

/** Looked at in one run, the oldest first. */
const BATCH = 500;

/**
 * Ends requests whose cancel their worker has not answered within the grace of a sweep; the first ending in the log
 * counts. Forgets the cancel requests of those that have ended. Returns how many were ended.
 */
export async function endCancelled(deps: GatewayDependencies): Promise<number> {
  const { db, clock, sweepGraceMs } = deps;
  const { rows: asked } = await sql<{ request_id: string }>`
    select request_id from cancel_request where requested_at < ${new Date(clock().getTime() - sweepGraceMs)}
    order by requested_at limit ${BATCH}`.execute(db);
  if (asked.length === 0) return 0;
  const ids = asked.map(({ request_id }) => request_id);
  const unended = await runningRequests(db, sql`request_id = any(${ids}::text[])`);
  const running = new Set(unended.map(({ request_id }) => request_id));
  const ended = ids.filter((id) => !running.has(id));
  if (ended.length > 0) await sql`delete from cancel_request where request_id = any(${ended}::text[])`.execute(db);
  return unended.length > 0 ? await endOverdue(deps, unended, new ServiceError('canceled')) : 0;
}
