import { publish } from '@styling/bus';
import { discardRequest } from '@styling/capability/account-for-images.ts';
import { completeRequest } from '@styling/contracts';
import type { ServiceError } from '@styling/service';
import type { Kysely, NotNull } from 'kysely';
import type { Candidate } from '../admission/admission.ts';
import { release } from '../admission/release.ts';
import type { GatewayDependencies } from '../gateway.ts';
import { SOURCE } from '../http/record-answer.ts';
import type { GatewayTables } from '../tables.ts';

/** An admitted request that no capability will end. */
export type AbandonedRequest = Omit<Candidate, 'deadline'>;

/** The requests that hold a slot. */
export const runningRequests = (db: Kysely<GatewayTables>) =>
  db
    .selectFrom('admission')
    .select(['request_id', 'user_id', 'key_id', 'endpoint', 'received_at', 'deadline'])
    .where('request_id', 'is not', null)
    .$narrowType<{ [Column in keyof Omit<Candidate, 'user_id'>]: NotNull }>();

/**
 * Ends an admitted request on behalf of a capability that never will: terminal event, slot, input, pictures. The capability may be at
 * work nevertheless: the first terminal event in the log counts. If that is another, the release consumer releases the slot
 * according to it; if none could be published, the slot stays taken until the sweep. Never rejects.
 *
 * @param publishTimeoutMs how long to retry while the log is unreachable
 */
export async function abandon(
  deps: Pick<GatewayDependencies, 'bus' | 'db' | 'store' | 'clock' | 'log' | 'name'>,
  request: AbandonedRequest,
  reason: ServiceError,
  publishTimeoutMs: number,
): Promise<void> {
  const steps = await Promise.allSettled([
    publishAndRelease(deps, request, reason, publishTimeoutMs),
    discardRequest(deps, SOURCE, request.request_id),
  ]);
  for (const step of steps) {
    if (step.status === 'rejected')
      deps.log.error({ err: step.reason, request_id: request.request_id }, 'abandoning a request failed in part');
  }
}

async function publishAndRelease(
  { bus, db, clock, name }: Pick<GatewayDependencies, 'bus' | 'db' | 'clock' | 'name'>,
  { received_at, ...request }: AbandonedRequest,
  reason: ServiceError,
  timeoutMs: number,
): Promise<void> {
  const ended = { ...request, gateway: name, received_at: received_at.toISOString() };
  const event = completeRequest(ended, 'gateway', clock(), { error: reason });
  const { duplicate } = await publish(bus, event, { timeoutMs });
  // Our own event of an earlier try is a duplicate, too: the release consumer then does the same.
  if (!duplicate) await release(db, event.data);
}
