import type { Msg } from '@nats-io/transport-node';
import { EVENTS_STREAM, type StylingEvent, subjects } from '@styling/contracts';
import { settledWithin } from '@styling/service';
import { errorType, inSpan, type Logger, timed } from '@styling/telemetry';
import type { Bus } from './connect.ts';
import { deadLetter, deadLetterHeaders, type ReplayAnswer } from './dead-letters.ts';
import { eventIn, messagingAttributes, readHeaders } from './messages.ts';
import type { Delivery } from './pull.ts';

export type HandleContext = {
  readonly seq: number;
  /** This one included. */
  readonly deliveries: number;
  /** Whether a failure now dead-letters the event: the last chance to publish its outcome. */
  readonly lastAttempt: boolean;
  /** Aborted when the consumption stops and its grace is over. */
  readonly signal: AbortSignal;
};

export type Processing = {
  /** Consumer name, shared by all replicas; also names its dead letters. */
  readonly durable: string;
  /** Returning acknowledges; throwing redelivers or, at last, dead-letters. At least once: deduplicate by event id. */
  readonly handle: (event: StylingEvent, context: HandleContext) => Promise<void>;
  readonly log: Logger;
  /** Time without progress after which another replica gets the event; renewed three times as often. */
  readonly ackWaitMs: number;
  /** Attempts. Unanswered deliveries end it only beyond twice as many: stops and lost connections use them up too. */
  readonly maxDeliver: number;
  /** Wait after each failed attempt; the last one repeats. */
  readonly backoffMs: readonly number[];
  /** Runs before dead-lettering, also for an event that killed its process. At least once; throwing redelivers. */
  readonly onGivenUp?: (event: StylingEvent) => Promise<void>;
};

/** Ends in an acknowledgement, a redelivery or a dead letter. */
export async function processDelivery(
  bus: Bus,
  delivery: Delivery,
  processing: Processing,
  signal: AbortSignal,
): Promise<void> {
  const { event, seq, deliveries, headers } = delivery;
  const { maxDeliver, backoffMs } = processing;
  const heartbeat = setInterval(() => delivery.working(), processing.ackWaitMs / 3);
  try {
    // From a newer version: not for this consumer.
    if (event === 'unknown') return delivery.ack();
    if (event === 'unparsable') return await giveUp(bus, delivery, processing, event);
    // It seems to crash its process.
    if (deliveries > 2 * maxDeliver) return await giveUp(bus, delivery, processing, 'exhausted');
    const lastAttempt = deliveries >= maxDeliver;
    try {
      await callHandler(processing, event, { seq, deliveries, lastAttempt, signal }, headers);
    } catch (error) {
      // Stopping: another replica continues at once, even at the last attempt.
      if (signal.aborted) return delivery.nak(0);
      if (lastAttempt) return await giveUp(bus, delivery, processing, errorType(error));
      return delivery.nak(retryDelay(deliveries, backoffMs));
    }
    delivery.ack();
  } finally {
    clearInterval(heartbeat);
  }
}

const retryDelay = (deliveries: number, backoffMs: readonly number[]): number =>
  backoffMs[Math.min(deliveries, backoffMs.length) - 1] ?? 0;

/** `onGivenUp` runs before the copy is stored; only a stored copy terminates the original. */
async function giveUp(bus: Bus, delivery: Delivery, processing: Processing, error: string): Promise<void> {
  const { durable, log, backoffMs, onGivenUp } = processing;
  const { seq, deliveries, event } = delivery;
  try {
    if (typeof event === 'object') await onGivenUp?.(event);
    await deadLetter(bus, durable, delivery, error);
    log.error({ seq, deliveries, error }, 'event dead-lettered');
    delivery.term();
  } catch (cause) {
    log.error({ err: cause, seq, deliveries, error }, 'dead-lettering failed; will retry');
    delivery.nak(Math.max(1_000, retryDelay(deliveries, backoffMs)));
  }
}

/** Continues the trace in `headers`. @throws the handler's error, after logging it */
function callHandler(
  { durable, handle, log }: Processing,
  event: StylingEvent,
  context: HandleContext,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { seq, deliveries } = context;
  const { 'messaging.operation.type': type, ...messaging } = messagingAttributes(EVENTS_STREAM, 'process', 'process');
  const measured = { ...messaging, 'messaging.consumer.group.name': durable };
  const attributes = { ...measured, 'messaging.operation.type': type, 'cloudevents.event_type': event.type };
  return inSpan('event.process', { about: event.type, attributes, parent: headers }, () =>
    timed('messaging.process.duration', measured, async () => {
      try {
        await handle(event, context);
      } catch (error) {
        log.warn({ err: error, event_id: event.id, type: event.type, seq, deliveries }, 'event handler failed');
        throw error;
      }
    }),
  );
}

/** Handles replayed dead letters one at a time, answering with each outcome. `stop` resolves after the current one. */
export function answerReplays(bus: Bus, processing: Processing, signal: AbortSignal): { stop(): Promise<void> } {
  const { durable, log } = processing;
  let last = Promise.resolve();
  const subscription = bus.nc.subscribe(subjects.replay(durable), {
    queue: durable,
    callback: (error, message) => {
      if (error) return log.error({ err: error, durable }, 'replay subscription failed');
      last = last.then(async () => {
        const answer = await replayed(processing, message, signal);
        if (!bus.nc.isClosed()) message.respond(JSON.stringify(answer));
      });
    },
  });
  return {
    async stop() {
      // Rejects when the connection is gone: then nothing arrives either.
      if (!subscription.isClosed()) await settledWithin(subscription.drain(), 1_000);
      await last;
    },
  };
}

async function replayed(processing: Processing, message: Msg, signal: AbortSignal): Promise<ReplayAnswer> {
  const headers = readHeaders(message.headers);
  const seq = Number(headers[deadLetterHeaders.seq]);
  const deliveries = Number(headers[deadLetterHeaders.deliveries]) + 1;
  const event = eventIn(message.data);
  if (!event) return { error: 'unparsable' };
  try {
    await callHandler(processing, event, { seq, deliveries, lastAttempt: false, signal }, headers);
    processing.log.info({ seq, event_id: event.id, durable: processing.durable }, 'dead letter handled');
    return { handled: true };
  } catch (error) {
    return { error: errorType(error) };
  }
}
