import { EVENTS_STREAM } from '@styling/contracts';
import { backoff, pause } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { Bus } from './connect.ts';
import { type Delivery, toDelivery } from './delivery.ts';
import { type ConsumerSettings, createDurableConsumer } from './durable-consumer.ts';
import { Pull } from './pull.ts';

/** When a cluster's leader dies its successor knows no request: a missed heartbeat is the only signal. */
const HEARTBEAT_MS = 2_000;
const EXPIRES_MS = 5_000;

/**
 * Works on the deliveries of a durable consumer in `concurrency` slots until `stopping`. There is one request at a time, for
 * as many as there are free slots then, so that no event waits here while its acknowledgement time runs. Slots that become
 * free while it is open are asked for once it is filled: at once if there are events, and else they are not needed.
 *
 * @param process takes one delivery to its end; never rejects
 */
export async function workOnDeliveries(
  bus: Bus,
  settings: ConsumerSettings & { readonly concurrency: number; readonly log: Logger },
  stopping: AbortSignal,
  process: (delivery: Delivery) => Promise<void>,
): Promise<void> {
  const { durable, concurrency, ackWaitMs } = settings;
  // The server gives events to a frozen process for as long as its request is open. It ends before such an event comes
  // back, so that it does not go astray twice.
  const expiresMs = Math.min(EXPIRES_MS, 0.75 * ackWaitMs);
  const heartbeatMs = Math.min(HEARTBEAT_MS, expiresMs / 2);
  const asking = { stream: EVENTS_STREAM, consumer: durable, expiresMs, heartbeatMs };
  const pull = new Pull(bus, asking, (message) => toDelivery(bus.nc, message));
  const wake = () => pull.interrupt();
  stopping.addEventListener('abort', wake, { once: true });
  const working = new Set<Promise<void>>();
  let recovering = false;
  let failures = 0;
  while (!stopping.aborted && !bus.nc.isClosed()) {
    for (const delivery of pull.take(concurrency - working.size)) {
      failures = 0;
      const work: Promise<void> = process(delivery).finally(() => {
        working.delete(work);
        wake();
      });
      working.add(work);
    }
    // Of a request that was held for lost.
    for (const delivery of pull.take(pull.waiting)) delivery.nak(0);
    const failure = pull.takeFailure();
    if (failure) {
      recovering = true;
      recover(bus, settings, failure, failures++, stopping).finally(() => {
        recovering = false;
        wake();
      });
    }
    if (!recovering && working.size < concurrency) pull.request(concurrency - working.size);
    await pull.changed();
  }
  for (const delivery of await pull.drain()) delivery.nak(0);
  await Promise.all(working);
}

/**
 * What follows a failed request: waits for the connection, and creates the consumer if it was lost, because the server does
 * not answer a request to a consumer that does not exist. Never rejects: the next request fails as well.
 */
async function recover(
  bus: Bus,
  settings: ConsumerSettings & { readonly log: Logger },
  failure: Error,
  failures: number,
  stopping: AbortSignal,
): Promise<void> {
  const { durable, log } = settings;
  log.warn({ err: failure, durable }, 'pulling events failed');
  await bus.connected(stopping);
  await pause(backoff(failures, 50, 2_000, Math.random()), stopping);
  if (stopping.aborted || bus.nc.isClosed()) return;
  try {
    if (await createDurableConsumer(bus, settings)) log.warn({ durable }, 'consumer was missing; recreated it');
  } catch (error) {
    log.warn({ err: error, durable }, 'checking the consumer failed; will retry');
  }
}
