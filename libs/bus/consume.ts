import { EVENTS_STREAM } from '@styling/contracts';
import { backoff, pause, settledWithin } from '@styling/service';
import { answerReplays } from './answer-replays.ts';
import type { Handling } from './call-handler.ts';
import type { Bus } from './connect.ts';
import { observeLag } from './consumer-lag.ts';
import { expectDeadLetters } from './dead-letters.ts';
import { type Delivery, toDelivery } from './delivery.ts';
import { createDurableConsumer } from './durable-consumer.ts';
import { type Processing, processDelivery } from './process-delivery.ts';
import { Pull } from './pull.ts';

export type { HandleContext } from './call-handler.ts';

export type ConsumeOptions = Handling &
  Partial<Processing> & {
    /** Subject filter, e.g. `subjects.accepted('tryon')`. */
    readonly filter: string;
    /** Events handled at the same time; default 1. */
    readonly concurrency?: number;
  };

export type Consumption = {
  /**
   * Takes no further event, lets running handlers finish for `graceMs` (default 10 s), aborts their signal, and
   * gives back what they left. When this resolves every acknowledgement has been sent: close the bus afterwards.
   */
  stop(options?: { graceMs?: number }): Promise<void>;
};

/** When a cluster's leader dies its successor knows no request: a missed heartbeat is the only signal. */
const HEARTBEAT_MS = 2_000;
const EXPIRES_MS = 5_000;
/** How long handlers may take to end once their signal is aborted. */
const ABORT_LIMIT_MS = 2_000;
const FLUSH_LIMIT_MS = 2_000;

/**
 * Handles events of the log as a durable consumer, shared among all processes that use the same name. Each free slot
 * asks for exactly one event, so that none waits here while its acknowledgement time runs. Lost connections and
 * restarted servers are waited for. Replayed dead letters of this consumer are handled beside the slots.
 *
 * @throws SettingsMismatchError, or the client's error
 */
export async function consumeEvents(bus: Bus, options: ConsumeOptions): Promise<Consumption> {
  const { durable, filter, concurrency = 1 } = options;
  const processing: Processing = { ackWaitMs: 30_000, maxDeliver: 5, backoffMs: [1_000, 5_000, 30_000], ...options };
  await createDurableConsumer(bus, { durable, filter }, processing.ackWaitMs);
  expectDeadLetters(durable);
  const endObserving = observeLag(bus, durable);
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const handling = new Set<Delivery>();
  const slots = Array.from({ length: concurrency }, () =>
    runSlot(bus, processing, stopping.signal, async (delivery) => {
      handling.add(delivery);
      try {
        await processDelivery(bus, delivery, processing, abandoning.signal);
      } finally {
        handling.delete(delivery);
      }
    }),
  );
  const replays = answerReplays(bus, processing, abandoning.signal);

  const stop = async (graceMs: number) => {
    stopping.abort();
    endObserving();
    const ended = Promise.all([...slots, replays.stop()]);
    if (!(await settledWithin(ended, graceMs))) {
      abandoning.abort(new Error(`consumption ${durable} stops`));
      await settledWithin(ended, ABORT_LIMIT_MS);
    }
    for (const delivery of handling) delivery.nak(0);
    if (handling.size > 0) options.log.error({ durable, handlers: handling.size }, 'handlers did not end');
    // Draining the connection alone was seen to lose acknowledgements.
    if (!bus.nc.isClosed()) await settledWithin(bus.nc.flush(), FLUSH_LIMIT_MS);
  };
  let stopped: Promise<void> | undefined;
  return {
    stop({ graceMs = 10_000 } = {}) {
      stopped ??= stop(graceMs);
      return stopped;
    },
  };
}

async function runSlot(
  bus: Bus,
  { durable, ackWaitMs, log }: Processing,
  stopping: AbortSignal,
  process: (delivery: Delivery) => Promise<void>,
): Promise<void> {
  // The server gives events to a frozen process for as long as its requests are open. They end before such an event
  // comes back, so that it does not go astray twice.
  const expiresMs = Math.min(EXPIRES_MS, 0.75 * ackWaitMs);
  const heartbeatMs = Math.min(HEARTBEAT_MS, expiresMs / 2);
  const asking = { stream: EVENTS_STREAM, consumer: durable, expiresMs, heartbeatMs };
  const pull = new Pull(bus, asking, (message) => toDelivery(bus.nc, message));
  stopping.addEventListener('abort', () => pull.interrupt(), { once: true });
  let failures = 0;
  while (!stopping.aborted && !bus.nc.isClosed()) {
    const [delivery] = pull.take(1);
    const failure = pull.takeFailure();
    if (delivery) {
      failures = 0;
      await process(delivery);
    } else if (failure) {
      log.warn({ err: failure, durable }, 'pulling events failed');
      await bus.connected(stopping);
      await pause(backoff(failures++, 50, 2_000, Math.random()), stopping);
    } else {
      pull.request(1);
      await pull.changed();
    }
  }
  for (const delivery of await pull.drain()) delivery.nak(0);
}
