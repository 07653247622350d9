import type { StylingEvent } from '@styling/contracts';
import { afterFailure, isExhausted, retryDelay } from './after-failure.ts';
import { callHandler, type Handling } from './call-handler.ts';
import type { Bus } from './connect.ts';
import { deadLetter, errorName } from './dead-letters.ts';
import type { Delivery } from './delivery.ts';
import { parsed } from './parsed.ts';

/** How deliveries are taken to their end. */
export type Processing = Handling & {
  /** After how long without a sign of progress another replica gets the event; renewed three times as often; default 30 s. */
  readonly ackWaitMs: number;
  /** Attempts; default 5. Twice as many deliveries without any answer count as failures. */
  readonly maxDeliver: number;
  /** Waiting times after the first, second, … failed attempt; the last one repeats. */
  readonly backoffMs: readonly number[];
  /**
   * Publishes what follows from giving up an event, before it is dead-lettered: also one that was never seen to fail,
   * because it took its process with it. May be called again for the same event; throwing brings the event back.
   */
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
    const { seq, deliveries, headers } = delivery;
    const context = { seq, deliveries, lastAttempt: deliveries >= processing.maxDeliver, signal };
    try {
      await callHandler(processing, event, context, headers);
    } catch (error) {
      const next = afterFailure(error, { ...processing, deliveries }, signal.aborted);
      if (next.do === 'retry') return delivery.nak(next.afterMs);
      return await giveUp(bus, delivery, processing, errorName(error), event);
    }
    delivery.ack();
  } finally {
    clearInterval(heartbeat);
  }
}

/** `onGivenUp` runs before the copy is stored, and only a stored copy ends the original. */
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
