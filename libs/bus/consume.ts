import { type ConsumerConfig, JetStreamApiCodes } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { EVENTS_STREAM } from '@styling/contracts';
import { backoff, pause, settledWithin } from '@styling/service';
import { observe } from '@styling/telemetry';
import type { Bus } from './connect.ts';
import { expectDeadLetters } from './dead-letters.ts';
import { answerReplays, type Processing, processDelivery } from './process-delivery.ts';
import { Delivery, Pull } from './pull.ts';
import { applySettings, undefinedOn } from './streams.ts';

export type { HandleContext } from './process-delivery.ts';

const DEFAULTS = { concurrency: 1, ackWaitMs: 10_000, maxDeliver: 5, backoffMs: [500, 2_000, 5_000, 10_000] };

type Settings = Processing & {
  readonly filter: string;
  readonly concurrency: number;
  /** Start of a newly created consumer, default: that of the log. An existing one keeps its position. */
  readonly startAt?: () => Date;
};

export type ConsumeOptions = Omit<Settings, keyof typeof DEFAULTS> & Partial<Settings>;

export type Consumption = {
  /** Waits `graceMs` (10 s), aborts, waits `abortMs` (2 s), naks the rest. Resolves after the last acknowledgement. */
  stop(options?: { graceMs?: number; abortMs?: number }): Promise<void>;
};

const FLUSH_LIMIT_MS = 2_000;
/** A cluster's new leader knows no earlier request: missed heartbeats are the only signal. */
const HEARTBEAT_MS = 2_000;
const EXPIRES_MS = 5_000;
/** Replicas that may wait at a consumer; the server's default is 512. */
const MAX_WAITING = 2_048;

/**
 * Handles events as a durable consumer shared by all replicas, at least once. Survives lost connections and servers,
 * recreates a lost consumer, and handles replayed dead letters beside the slots.
 * @throws Error naming the settings that differ, or the client's error
 */
export async function consumeEvents(bus: Bus, options: ConsumeOptions): Promise<Consumption> {
  const settings: Settings = { ...DEFAULTS, ...options };
  const { durable, log } = settings;
  await createDurableConsumer(bus, settings);
  expectDeadLetters(durable);
  const attributes = { 'messaging.consumer.group.name': durable };
  const info = () => bus.jsm.consumers.info(EVENTS_STREAM, durable);
  const endObserving = [
    observe('styling.consumer.pending', async () => [[(await info()).num_pending, attributes]]),
    observe('styling.consumer.unacknowledged', async () => [[(await info()).num_ack_pending, attributes]]),
  ];
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const handling = new Set<Delivery>();
  const work = workOnDeliveries(bus, settings, stopping.signal, async (delivery) => {
    handling.add(delivery);
    await processDelivery(bus, delivery, settings, abandoning.signal).finally(() => handling.delete(delivery));
  });
  const replays = answerReplays(bus, settings, abandoning.signal);

  const stop = async (graceMs: number, abortMs: number) => {
    stopping.abort();
    for (const end of endObserving) end();
    const ended = Promise.all([work, replays.stop()]);
    if (!(await settledWithin(ended, graceMs))) {
      abandoning.abort(new Error(`consumption ${durable} stops`));
      await settledWithin(ended, abortMs);
    }
    for (const delivery of handling) delivery.nak(0);
    if (handling.size > 0) log.error({ durable, handlers: handling.size }, 'handlers did not end');
    // Draining the connection alone was seen to lose acknowledgements.
    if (!bus.nc.isClosed()) await settledWithin(bus.nc.flush(), FLUSH_LIMIT_MS);
  };
  let stopped: Promise<void> | undefined;
  return { stop: ({ graceMs = 10_000, abortMs = 2_000 } = {}) => (stopped ??= stop(graceMs, abortMs)) };
}

/** Returns whether it did not exist. Deliveries are unlimited: the server would stop silently at a limit. */
async function createDurableConsumer(bus: Bus, { durable, filter, ackWaitMs, startAt }: Settings): Promise<boolean> {
  const { consumers } = bus.jsm;
  const wanted: Partial<ConsumerConfig> = {
    durable_name: durable,
    ack_policy: 'explicit',
    filter_subject: filter,
    ack_wait: nanos(ackWaitMs),
    max_deliver: -1,
    max_ack_pending: 10_000,
  };
  const start: Partial<ConsumerConfig> = startAt
    ? { deliver_policy: 'by_start_time', opt_start_time: startAt().toISOString() }
    : { deliver_policy: 'all' };
  const find = () => consumers.info(EVENTS_STREAM, durable).catch(undefinedOn(JetStreamApiCodes.ConsumerNotFound));
  const existing = await find();
  await applySettings(`consumer ${durable}`, wanted, existing?.config, async () => {
    if (existing) return consumers.update(EVENTS_STREAM, durable, wanted);
    try {
      return await consumers.add(EVENTS_STREAM, { ...wanted, ...start, max_waiting: MAX_WAITING });
    } catch (error) {
      // Another process may have created it concurrently, with another start.
      const made = await find();
      if (!made) throw error;
      return made;
    }
  });
  return existing === undefined;
}

/**
 * One open request, for as many events as slots are free, so that none waits here while its ack wait runs. Slots freed
 * meanwhile are requested once it is filled; until then there is nothing more to take.
 */
async function workOnDeliveries(
  bus: Bus,
  settings: Settings,
  stopping: AbortSignal,
  process: (delivery: Delivery) => Promise<void>,
): Promise<void> {
  const { durable, concurrency, ackWaitMs } = settings;
  // Expires before a redelivery: while a request is open, a frozen process would be given the event again.
  const expiresMs = Math.min(EXPIRES_MS, 0.75 * ackWaitMs);
  const heartbeatMs = Math.min(HEARTBEAT_MS, expiresMs / 2);
  const options = { stream: EVENTS_STREAM, consumer: durable, expiresMs, heartbeatMs };
  const pull = new Pull(bus, options, (message, position) => new Delivery(bus.nc, message, position));
  const wake = () => pull.interrupt();
  stopping.addEventListener('abort', wake, { once: true });
  const working = new Set<Promise<void>>();
  for (let failures = 0; !stopping.aborted && !bus.nc.isClosed(); ) {
    try {
      for (const delivery of await pull.next(concurrency - working.size)) {
        failures = 0;
        // Surplus of a request that counted as lost.
        if (stopping.aborted || working.size >= concurrency) {
          delivery.nak(0);
          continue;
        }
        const work: Promise<void> = process(delivery).finally(() => {
          working.delete(work);
          wake();
        });
        working.add(work);
      }
    } catch (error) {
      await recover(bus, settings, error, failures++, stopping);
    }
  }
  for (const delivery of await pull.drain()) delivery.nak(0);
  await Promise.all(working);
}

/** Reconnects and recreates a lost consumer: the server ignores requests to a missing one. Never rejects. */
async function recover(
  bus: Bus,
  settings: Settings,
  failure: unknown,
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
