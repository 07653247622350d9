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

/** Takes one delivery to its end: acknowledged, to be delivered again, or dead-lettered. */
export async function processDelivery(
  bus: Bus,
  delivery: Delivery,
  processing: Processing,
  signal: AbortSignal,
): Promise<void> {
  const heartbeat = setInterval(() => delivery.working(), processing.ackWaitMs / 3);
  try {
    const event = parsed(delivery);
    // A newer version's: not for this consumer.
    if (event === 'unknown') return delivery.ack();
    if (event === 'unparsable') return await giveUp(bus, delivery, processing, event);
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
 * `onGivenUp` runs before the copy is stored, and only a stored copy ends the original: whatever fails on the way, it is
 * delivered again.
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
    log.error({ seq, deliveries, error }, 'event dead-lettered');
    delivery.term();
  } catch (cause) {
    log.error({ err: cause, seq, deliveries, error }, 'dead-lettering failed; will retry');
    delivery.nak(Math.max(1_000, retryDelay({ ...processing, deliveries })));
  }
}
