import { publish } from '@styling/bus';
import { type Capability, capabilities, createEvent, requestCancelRequested, type StoredJob } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { SOURCE } from '../http/record-answer.ts';
import { type EndingDependencies, endRequest, waitingGateway } from './end-request.ts';
import { PUBLISH_TIMEOUT_MS } from './publish-timeout.ts';

/** What a cancel still has to do for a job. */
export type CancelStep = 'ask' | 'end';

/**
 * What a cancel by the owner of a job has to do. `ask` publishes it to the log, once, for the worker that has the job, or will
 * have it; `end`, where no worker has begun, publishes the ending here. A job that has ended stays as it is.
 */
export function cancelSteps({ status, ending, cancel_requested_at }: StoredJob): CancelStep[] {
  if (ending) return [];
  return [
    ...(cancel_requested_at === null ? (['ask'] as const) : []),
    ...(status === 'queued' ? (['end'] as const) : []),
  ];
}

/**
 * Cancels a job as of the head of the log: see {@link cancelSteps}. A worker may begin, or finish, at the same moment: the first
 * ending in the log counts. Repeatable.
 *
 * @throws ServiceError `unavailable`; the cancel may take effect nevertheless
 */
export async function cancelRequest(deps: EndingDependencies, job: StoredJob): Promise<void> {
  const { bus, store, clock, publishTimeoutMs = PUBLISH_TIMEOUT_MS } = deps;
  const { request_id, user_id, key_id, endpoint, created_at } = job;
  const steps = cancelSteps(job);
  const capability = capabilities.find((known) => known === job.capability);
  if (!capability) throw new ServiceError('internal', {}, { cause: new Error('job of an unknown capability') });
  if (steps.includes('ask')) {
    const asked = { request_id, user_id, endpoint, capability: capability satisfies Capability };
    const event = createEvent(requestCancelRequested, SOURCE, clock(), asked);
    await publish(bus, event, { timeoutMs: publishTimeoutMs });
  }
  if (steps.includes('end')) {
    const gateway = await waitingGateway(store, request_id);
    const unended = { request_id, user_id, key_id, endpoint, received_at: new Date(created_at), ...gateway };
    const { discarded } = await endRequest(deps, unended, new ServiceError('canceled'), publishTimeoutMs);
    await discarded;
  }
}
