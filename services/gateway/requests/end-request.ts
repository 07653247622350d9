import { publish } from '@styling/bus';
import { completeRequest, subjects } from '@styling/contracts';
import { markEnded, objectNames } from '@styling/objectstore';
import { waitForHeads } from '@styling/projections';
import { inBatches, ServiceError } from '@styling/service';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Candidate } from '../admission/admission.ts';
import { type GatewayDependencies, PUBLISH_TIMEOUT_MS } from '../dependencies.ts';
import { gatewayProjection } from '../gateway-projection.ts';
import type { Overdue } from './completions.ts';

/** The requests that hold a slot and meet `condition`, which may end with an order. */
export async function runningRequests(db: Kysely<unknown>, condition: RawBuilder<unknown>) {
  const { rows } = await sql<Omit<Candidate, 'idempotencyKey'>>`
    select request_id, user_id, key_id, endpoint, received_at, deadline, cost from running
    where ${condition}`.execute(db);
  return rows;
}

/** A request that no capability will end. */
export type UnendedRequest = Omit<Candidate, 'deadline' | 'cost' | 'idempotencyKey'> & {
  /** Reserved of the day, which an error gives back. */
  readonly cost?: number;
  /** Gateway process that waits for it; default this one. */
  readonly gateway?: string | undefined;
  /** Whether a late worker is to delete what it made; default: if it is ended as canceled. */
  readonly isCanceled?: boolean | undefined;
};

/** The gateway process that waits for a request, as its input says; undefined when that is gone or the store away. */
export const waitingGateway = async (store: GatewayDependencies['store'], request_id: string) =>
  (await store.head(objectNames.input(request_id)).catch(() => null))?.metadata.gateway;

export type EndingDependencies = Pick<GatewayDependencies, 'bus' | 'db' | 'store' | 'clock' | 'log' | 'name'>;

/**
 * Publishes a terminal event for a capability, which may still be at work: the first in the log counts. Input and
 * checkpoints are deleted if it is the first within the server's window for duplicates.
 * @throws ServiceError `unavailable` when it could not be published
 */
export async function endRequest(
  deps: EndingDependencies,
  { received_at, gateway = deps.name, isCanceled, ...request }: UnendedRequest,
  reason: ServiceError,
  timeoutMs = PUBLISH_TIMEOUT_MS,
): Promise<void> {
  const { bus, store, clock, log } = deps;
  const { request_id } = request;
  const ended = { ...request, gateway, received_at: received_at.toISOString() };
  const { duplicate } = await publish(bus, completeRequest(ended, 'gateway', clock(), { error: reason }), {
    timeoutMs,
  });
  // Whoever published the other one accounts for what the request has left.
  if (duplicate) return;
  try {
    // A worker may store pictures yet: the names reserved for them stay, in an empty object in place of the input.
    await markEnded(store, objectNames.input(request_id), isCanceled ?? reason.code === 'canceled');
    await store.deleteAll(objectNames.checkpointsOf(request_id));
  } catch (error) {
    log.error({ err: error, request_id }, 'discarding a request failed; will be deleted by age');
  }
}

const BATCH = 500;

/**
 * Ends those of `overdue` that have no ending. The server deduplicates for two minutes only, so every ending in the log
 * is projected first; a row that is then still held has none. Single failures are logged. Returns how many were ended.
 * @throws ServiceError `unavailable` and UnrecognisedLogError when it cannot be known
 */
export async function endOverdue(
  deps: EndingDependencies,
  overdue: readonly Overdue[],
  reason = new ServiceError('deadline_exceeded'),
): Promise<number> {
  const { bus, db, store, log } = deps;
  await waitForHeads(bus, db, { name: gatewayProjection.name, sources: [subjects.allCompleted] });
  const byId = new Map(overdue.map(({ request_id, isCanceled }) => [request_id, { isCanceled }]));
  const unended = await runningRequests(db, sql`request_id = any(${[...byId.keys()]}::text[])`);
  const outcomes = await Promise.allSettled(
    unended.map(async (request) => {
      const gateway = await waitingGateway(store, request.request_id);
      await endRequest(deps, { ...request, ...byId.get(request.request_id), gateway }, reason);
    }),
  );
  for (const [index, outcome] of outcomes.entries()) {
    const about = { request_id: unended[index]?.request_id, code: reason.code };
    if (outcome.status === 'fulfilled') log.warn(about, 'request ended on behalf of its worker');
    else log.error({ err: outcome.reason, ...about }, 'ending a request failed; the sweep will retry');
  }
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

/** Batches {@link endOverdue} at the deadline. Never rejects: what cannot be ended is left to the sweep. */
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

/** Ends requests overdue for the grace, so that every admitted one gets a terminal event; returns how many. */
export async function sweep(deps: GatewayDependencies): Promise<number> {
  const before = new Date(deps.clock().getTime() - deps.sweepGraceMs);
  const overdue = await runningRequests(deps.db, sql`deadline < ${before} order by deadline`);
  let ended = 0;
  for (let start = 0; start < overdue.length; start += BATCH) {
    ended += await endOverdue(deps, overdue.slice(start, start + BATCH));
  }
  return ended;
}
