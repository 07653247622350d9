import { EVENTS_STREAM, type StylingEvent } from '@styling/contracts';
import { inSpan, type Logger, SpanKind } from '@styling/telemetry';
import { afterFailure, isExhausted, isLastAttempt, retryDelay } from './after-failure.ts';
import type { Bus } from './connect.ts';
import { deadLetter, errorName } from './dead-letters.ts';
import type { Delivery } from './delivery.ts';
import { parsed } from './parsed.ts';

/** What a handler knows of the delivery beside the event. */
export type HandleContext = {
  /** Position in the log. */
  readonly seq: number;
  /** How often the event was delivered, this time included. */
  readonly deliveries: number;
  /** Whether the event goes to the dead letters if this fails: the time to say how it ended. */
  readonly lastAttempt: boolean;
  /** Aborted when the consumption stops and its grace is over. */
  readonly signal: AbortSignal;
};

export type Processing = {
  readonly durable: string;
  readonly ackWaitMs: number;
  readonly maxDeliver: number;
  readonly backoffMs: readonly number[];
  readonly handle: (event: StylingEvent, context: HandleContext) => Promise<void>;
  readonly log: Logger;
};

/** Takes one delivery to its end: acknowledged, to come again, or copied to the dead letters and then done. */
export async function processDelivery(
  bus: Bus,
  delivery: Delivery,
  processing: Processing,
  signal: AbortSignal,
): Promise<void> {
  const heartbeat = setInterval(() => delivery.working(), processing.ackWaitMs / 3);
  try {
    const event = parsed(delivery);
    if (!event) return await giveUp(bus, delivery, processing, 'unparsable');
    if (isExhausted({ ...processing, ...delivery })) return await giveUp(bus, delivery, processing, 'exhausted');
    await handled(bus, event, delivery, processing, signal);
  } finally {
    clearInterval(heartbeat);
  }
}

async function handled(
  bus: Bus,
  event: StylingEvent,
  delivery: Delivery,
  processing: Processing,
  signal: AbortSignal,
): Promise<void> {
  const { durable, log } = processing;
  const { seq, deliveries } = delivery;
  const attempts = { ...processing, deliveries };
  const attributes = {
    'messaging.system': 'nats',
    'messaging.destination.name': EVENTS_STREAM,
    'messaging.consumer.group.name': durable,
    'messaging.message.id': event.id,
  };
  try {
    await inSpan(
      `process ${event.type}`,
      { kind: SpanKind.CONSUMER, attributes, parent: delivery.headers },
      async () => {
        try {
          await processing.handle(event, { seq, deliveries, lastAttempt: isLastAttempt(attempts), signal });
        } catch (error) {
          log.warn({ err: error, event_id: event.id, type: event.type, seq, deliveries }, 'event not handled');
          throw error;
        }
      },
    );
  } catch (error) {
    const next = afterFailure(error, attempts, signal.aborted);
    if (next.do === 'dead letter') return giveUp(bus, delivery, processing, errorName(error));
    return delivery.nak(next.afterMs);
  }
  delivery.ack();
}

/** Only a kept copy ends the original: if the dead letters cannot be reached either, it comes again. */
async function giveUp(bus: Bus, delivery: Delivery, processing: Processing, error: string): Promise<void> {
  const { durable, log } = processing;
  const { seq, deliveries } = delivery;
  try {
    await deadLetter(bus, durable, delivery, error);
    log.error({ seq, deliveries, error }, 'event put to the dead letters');
    delivery.term();
  } catch (cause) {
    log.error({ err: cause, seq, deliveries }, 'event could not be put to the dead letters');
    delivery.nak(Math.max(1_000, retryDelay({ ...processing, deliveries })));
  }
}
