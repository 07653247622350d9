import { completeRequest, type Endpoint } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import type { ServiceError } from '@styling/service';
import { publicErrorOf } from './answer.ts';
import type { GatewayDependencies } from './dependencies.ts';
import { release } from './release.ts';
import { sayOrKeep } from './unsaid-events.ts';

/** An admitted request that the gateway has to end itself. */
export type AbandonedRequest = {
  readonly request_id: string;
  readonly user_id: string;
  readonly key_id: string;
  readonly endpoint: Endpoint;
  readonly received_at: Date;
};

/**
 * Ends an admitted request on behalf of a capability that never will: terminal event, slot, input. Each step is tried
 * whatever became of the others; what fails here is done by the sweep later. Should the capability get to the request
 * all the same, its own terminal event comes second and counts for nothing.
 */
export async function abandon(
  deps: Pick<GatewayDependencies, 'bus' | 'db' | 'store' | 'clock' | 'log'>,
  { received_at, ...request }: AbandonedRequest,
  reason: ServiceError,
): Promise<void> {
  const { db, store, clock, log } = deps;
  const ended = { ...request, received_at: received_at.toISOString() };
  const event = completeRequest(ended, 'gateway', clock(), { error: publicErrorOf(reason) });
  const steps = await Promise.allSettled([
    sayOrKeep(deps, event),
    release(db, event.data),
    store.deleteAll(objectNames.request(request.request_id)),
  ]);
  for (const step of steps) {
    if (step.status === 'rejected')
      log.error({ err: step.reason, request_id: request.request_id }, 'abandon: step failed');
  }
}
