import { settledWithin } from '@styling/service';
import { answerReplays } from './answer-replays.ts';
import type { Handling } from './call-handler.ts';
import type { Bus } from './connect.ts';
import { observeLag } from './consumer-lag.ts';
import { expectDeadLetters } from './dead-letters.ts';
import type { Delivery } from './delivery.ts';
import { createDurableConsumer } from './durable-consumer.ts';
import { type Processing, processDelivery } from './process-delivery.ts';
import { workOnDeliveries } from './work-on-deliveries.ts';

export type { HandleContext } from './call-handler.ts';

export type ConsumeOptions = Handling &
  Partial<Processing> & {
    /** Subject filter, e.g. `subjects.accepted('tryon')`. */
    readonly filter: string;
    /** Events handled at the same time; default 1. */
    readonly concurrency?: number;
    /** Where the consumer begins if it has to be created; default: at the start of the log. */
    readonly startAt?: () => Date;
  };

export type Consumption = {
  /**
   * Takes no further event, lets running handlers finish for `graceMs` (default 10 s), aborts their signal, waits for them
   * `abortMs` (default 2 s) more, and gives back what they left. When this resolves every acknowledgement has been sent: close the bus
   * afterwards.
   */
  stop(options?: { graceMs?: number; abortMs?: number }): Promise<void>;
};

const FLUSH_LIMIT_MS = 2_000;

/**
 * Handles events of the log as a durable consumer, shared among all processes that use the same name. Lost connections and
 * restarted servers are waited for; a consumer that was lost with its server is created again. Replayed dead letters of this
 * consumer are handled beside the slots.
 *
 * @throws SettingsMismatchError, or the client's error
 */
export async function consumeEvents(bus: Bus, options: ConsumeOptions): Promise<Consumption> {
  const { durable, concurrency = 1 } = options;
  const processing: Processing = { ackWaitMs: 30_000, maxDeliver: 5, backoffMs: [1_000, 5_000, 30_000], ...options };
  const settings = { ...options, ackWaitMs: processing.ackWaitMs };
  await createDurableConsumer(bus, settings);
  expectDeadLetters(durable);
  const endObserving = observeLag(bus, durable);
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const handling = new Set<Delivery>();
  const work = workOnDeliveries(bus, { ...settings, concurrency }, stopping.signal, async (delivery) => {
    handling.add(delivery);
    try {
      await processDelivery(bus, delivery, processing, abandoning.signal);
    } finally {
      handling.delete(delivery);
    }
  });
  const replays = answerReplays(bus, processing, abandoning.signal);

  const stop = async (graceMs: number, abortMs: number) => {
    stopping.abort();
    endObserving();
    const ended = Promise.all([work, replays.stop()]);
    if (!(await settledWithin(ended, graceMs))) {
      abandoning.abort(new Error(`consumption ${durable} stops`));
      await settledWithin(ended, abortMs);
    }
    for (const delivery of handling) delivery.nak(0);
    if (handling.size > 0) options.log.error({ durable, handlers: handling.size }, 'handlers did not end');
    // Draining the connection alone was seen to lose acknowledgements.
    if (!bus.nc.isClosed()) await settledWithin(bus.nc.flush(), FLUSH_LIMIT_MS);
  };
  let stopped: Promise<void> | undefined;
  return {
    stop({ graceMs = 10_000, abortMs = 2_000 } = {}) {
      stopped ??= stop(graceMs, abortMs);
      return stopped;
    },
  };
}
