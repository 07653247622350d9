import type { StylingEvent } from '@styling/contracts';
import { afterFailure, isExhausted, isLastAttempt, retryDelay } from './after-failure.ts';
import { callHandler, type Handling } from './call-handler.ts';
import type { Bus } from './connect.ts';
import { deadLetter, errorName } from './dead-letters.ts';
import type { Delivery } from './delivery.ts';
import { parsed } from './parsed.ts';

/** How deliveries are taken to their end; see {@link consumeEvents} for the members. */
export type Processing = Handling & {
  readonly ackWaitMs: number;
  readonly maxDeliver: number;
  readonly backoffMs: readonly number[];
  readonly onGivenUp?: (event: StylingEvent) => Promise<void>;
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
    if (isExhausted({ ...processing, ...delivery })) return await giveUp(bus, delivery, processing, 'exhausted', event);
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
  const { seq, deliveries, headers } = delivery;
  const attempts = { ...processing, deliveries };
  try {
    const context = { seq, deliveries, lastAttempt: isLastAttempt(attempts), signal };
    await callHandler(processing, event, context, headers);
  } catch (error) {
    const next = afterFailure(error, attempts, signal.aborted);
    if (next.do === 'dead letter') return giveUp(bus, delivery, processing, errorName(error), event);
    return delivery.nak(next.afterMs);
  }
  delivery.ack();
}

/**
 * What follows from giving up is said before the copy is kept, and only a kept copy ends the original: whatever fails on
 * the way, it comes again.
 */
async function giveUp(
  bus: Bus,
  delivery: Delivery,
  processing: Processing,
  error: string,
  event?: StylingEvent,
): Promise<void> {
  const { durable, log } = processing;
  const { seq, deliveries } = delivery;
  try {
    if (event) await processing.onGivenUp?.(event);
    await deadLetter(bus, durable, delivery, error);
    log.error({ seq, deliveries, error }, 'event put to the dead letters');
    delivery.term();
  } catch (cause) {
    log.error({ err: cause, seq, deliveries, error }, 'event could not be put to the dead letters');
    delivery.nak(Math.max(1_000, retryDelay({ ...processing, deliveries })));
  }
}
