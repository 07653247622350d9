import { publish } from '@styling/bus';
import { completeRequest, type Endpoint } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import type { ServiceError } from '@styling/service';
import { release } from '../admission/release.ts';
import type { GatewayDependencies } from '../dependencies.ts';
import { publicErrorOf } from '../http/answer.ts';

/** An admitted request that the gateway has to end itself. */
export type AbandonedRequest = {
  readonly request_id: string;
  readonly user_id: string;
  readonly key_id: string;
  readonly endpoint: Endpoint;
  readonly received_at: Date;
};

/**
 * Ends an admitted request on behalf of a capability that never will: terminal event, slot, input. Whether a request was
 * published may be unknown, and its capability at work: the first terminal event in the log counts. So the slot is given
 * back here only when that is ours; where there was another before, the release consumer does it as that one says, and
 * where none could be said, the slot stays taken and the sweep ends the request later. Never rejects.
 *
 * @param patienceMs how long the log may be away
 */
export async function abandon(
  deps: Pick<GatewayDependencies, 'bus' | 'db' | 'store' | 'clock' | 'log'>,
  request: AbandonedRequest,
  reason: ServiceError,
  patienceMs: number,
): Promise<void> {
  const steps = await Promise.allSettled([
    sayAndRelease(deps, request, reason, patienceMs),
    deps.store.deleteAll(objectNames.ofRequest(request.request_id)),
  ]);
  for (const step of steps) {
    if (step.status === 'rejected')
      deps.log.error({ err: step.reason, request_id: request.request_id }, 'abandon: step failed');
  }
}

async function sayAndRelease(
  { bus, db, clock }: Pick<GatewayDependencies, 'bus' | 'db' | 'clock'>,
  { received_at, ...request }: AbandonedRequest,
  reason: ServiceError,
  timeoutMs: number,
): Promise<void> {
  const ended = { ...request, received_at: received_at.toISOString() };
  const event = completeRequest(ended, 'gateway', clock(), { error: publicErrorOf(reason) });
  const { duplicate } = await publish(bus, event, { timeoutMs });
  // Our own words on a second try are a duplicate, too: then the release consumer comes to the same.
  if (!duplicate) await release(db, event.data);
}
