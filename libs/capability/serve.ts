import { consumeEvents } from '@styling/bus';
import { type Capability, logConsumers } from '@styling/contracts';
import type { Running } from '@styling/service';
import { type CapabilityDependencies, failRequest, handleRequest, type Perform } from './handle-request.ts';

/**
 * How long a running job may miss its heartbeats before another worker takes it over, in ms. A request that takes every
 * worker with it is given up at its eleventh delivery: at this pace that is before its client is told 504.
 */
const ACK_WAIT_MS = 10_000;
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
    ackWaitMs: ACK_WAIT_MS,
    maxDeliver: 5,
    backoffMs: [500, 2_000, 5_000, 10_000],
    log: deps.log,
    handle: async (event, delivery) => {
      if (event.type === 'request.accepted') await handleRequest(deps, name, perform, event, delivery);
    },
    onGivenUp: async (event) => {
      if (event.type === 'request.accepted') await failRequest(deps, name, event);
    },
  });
  return { stop: () => consumption.stop({ graceMs: GRACE_MS }) };
}
