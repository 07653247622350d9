import { publish } from '@styling/bus';
import { completeRequest } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import type { ServiceError } from '@styling/service';
import type { Kysely, NotNull } from 'kysely';
import type { Candidate } from '../admission/admission.ts';
import type { Ending } from '../admission/release.ts';
import type { GatewayDependencies } from '../gateway.ts';
import type { GatewayTables } from '../tables.ts';

/** The requests that hold a slot. */
export const runningRequests = (db: Kysely<GatewayTables>) =>
  db
    .selectFrom('admission')
    .select(['request_id', 'user_id', 'key_id', 'endpoint', 'received_at', 'deadline'])
    .where('request_id', 'is not', null)
    .$narrowType<{ [Column in keyof Omit<Candidate, 'user_id'>]: NotNull }>();

/** A request that no capability will end. */
export type UnendedRequest = Omit<Candidate, 'deadline'>;

/** What ending a request on behalf of its capability takes. */
export type EndingDependencies = Pick<GatewayDependencies, 'bus' | 'db' | 'store' | 'clock' | 'log' | 'name'>;

/**
 * Publishes the terminal event of a request on behalf of a capability, and deletes its input. The capability may be at work
 * nevertheless: the first terminal event in the log counts.
 *
 * @returns the ending, and whether the server has had one of this request within its window for duplicates
 * @throws ServiceError `unavailable` when it could not be published
 */
export async function endRequest(
  { bus, store, clock, name, log }: EndingDependencies,
  { request_id, user_id, key_id, endpoint, received_at }: UnendedRequest,
  reason: ServiceError,
  timeoutMs: number,
): Promise<{ ending: Ending; duplicate: boolean }> {
  const ended = { request_id, user_id, key_id, endpoint, gateway: name, received_at: received_at.toISOString() };
  const event = completeRequest(ended, 'gateway', clock(), { error: reason });
  const [published, deleted] = await Promise.allSettled([
    publish(bus, event, { timeoutMs }),
    store.deleteAll(objectNames.ofRequest(request_id)),
  ]);
  if (deleted.status === 'rejected') {
    log.error({ err: deleted.reason, request_id }, 'deleting an input failed; it is deleted by age');
  }
  if (published.status === 'rejected') throw published.reason;
  return { ending: event.data, duplicate: published.value.duplicate };
}
