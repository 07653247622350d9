import { publish } from '@styling/bus';
import { completeRequest } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import type { ServiceError } from '@styling/service';
import type { Kysely } from 'kysely';
import type { Candidate } from '../admission/admission.ts';
import type { Ending } from '../admission/release.ts';
import type { GatewayDependencies } from '../gateway.ts';
import type { GatewayTables } from '../tables.ts';
import { discardRequest } from './discard-request.ts';

/** The requests that hold a slot. */
export const runningRequests = (db: Kysely<GatewayTables>) =>
  db.selectFrom('running').select(['request_id', 'user_id', 'key_id', 'endpoint', 'received_at', 'deadline', 'cost']);

/** A request that no capability will end. */
export type UnendedRequest = Omit<Candidate, 'deadline' | 'cost'> & {
  /** Reserved of the day, which an error gives back. */
  readonly cost?: number;
  /** Gateway process that waits for it; default this one. */
  readonly gateway?: string;
  /** Whether a late worker is to delete what it made; default: if it is ended as canceled. */
  readonly isCanceled?: boolean | undefined;
};

/** The gateway process that waits for a request, as its input says; nothing when that is gone or the store away. */
export const waitingGateway = async (
  store: GatewayDependencies['store'],
  request_id: string,
): Promise<Pick<UnendedRequest, 'gateway'>> => {
  const found = await store.head(objectNames.input(request_id)).catch(() => null);
  return found?.metadata.gateway === undefined ? {} : { gateway: found.metadata.gateway };
};

/** What ending a request on behalf of its capability takes. */
export type EndingDependencies = Pick<
  GatewayDependencies,
  'bus' | 'db' | 'store' | 'clock' | 'log' | 'name' | 'publishTimeoutMs'
>;

/**
 * Publishes the terminal event of a request on behalf of a capability, and, if it is the first within the
 * server's window for duplicates, discards what belongs to it. The capability may be at work nevertheless: the
 * first terminal event in the log counts.
 *
 * @returns the ending, whether the server has had one of this request within its window for duplicates, and when the request
 *   is discarded, which never rejects
 * @throws ServiceError `unavailable` when it could not be published
 */
export async function endRequest(
  deps: EndingDependencies,
  { received_at, gateway = deps.name, isCanceled, ...request }: UnendedRequest,
  reason: ServiceError,
  timeoutMs: number,
): Promise<{ ending: Ending; duplicate: boolean; discarded: Promise<void> }> {
  const { bus, store, clock, log } = deps;
  const { request_id } = request;
  const ended = { ...request, gateway, received_at: received_at.toISOString() };
  const event = completeRequest(ended, 'gateway', clock(), { error: reason });
  const { duplicate } = await publish(bus, event, { timeoutMs });
  // Whoever published the other one accounts for what the request has left.
  const asCanceled = isCanceled ?? reason.code === 'canceled';
  const discarding = duplicate ? Promise.resolve() : discardRequest({ store }, request_id, asCanceled);
  const discarded = discarding.catch((error) =>
    log.error({ err: error, request_id }, 'discarding a request failed; will be deleted by age'),
  );
  return { ending: event.data, duplicate, discarded };
}
