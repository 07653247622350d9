import { consumeEvents } from '@styling/bus';
import { type Capability, logConsumers } from '@styling/contracts';
import { type Running, ServiceError } from '@styling/service';
import { type CapabilityDependencies, failRequest, handleRequest, type Perform } from './handle-request.ts';
import { DEFAULT_ACK_WAIT_SECONDS } from './variables.ts';

/** How long a stop waits for running jobs, in ms: longer than the slowest request. */
const GRACE_MS = 120_000;

/**
 * Works on the accepted requests of a capability, `concurrency` at once in this process.
 *
 * @param name of the capability, and of the durable consumer that its replicas share
 * @returns a Running whose stop finishes the jobs that run
 */
export async function serveCapability(
  deps: CapabilityDependencies,
  name: Capability,
  concurrency: number,
  perform: Perform,
): Promise<Running> {
  const consumption = await consumeEvents(deps.bus, {
    ...logConsumers.work(name),
    concurrency,
    ackWaitMs: deps.ackWaitMs ?? DEFAULT_ACK_WAIT_SECONDS * 1000,
    maxDeliver: 5,
    backoffMs: [500, 2_000, 5_000, 10_000],
    log: deps.log,
    handle: async (event, delivery) => {
      if (event.type === 'request.accepted') await handleRequest(deps, name, perform, event, delivery);
    },
    onGivenUp: async (event) => {
      if (event.type === 'request.accepted') await failRequest(deps, name, event.data, new ServiceError('internal'));
    },
  });
  return { stop: () => consumption.stop({ graceMs: GRACE_MS }) };
}
