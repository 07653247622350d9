import { EVENTS_STREAM } from '@styling/contracts';
import { observe } from '@styling/telemetry';
import type { Bus } from './connect.ts';

/** Reports how far a durable consumer is behind as metrics, asked of the server when read. @returns a function that ends it */
export function observeLag({ jsm }: Bus, durable: string): () => void {
  const attributes = { 'messaging.consumer.group.name': durable };
  const info = () => jsm.consumers.info(EVENTS_STREAM, durable);
  const ends = [
    observe('styling.consumer.pending', async () => [[(await info()).num_pending, attributes]]),
    observe('styling.consumer.unacknowledged', async () => [[(await info()).num_ack_pending, attributes]]),
  ];
  return () => {
    for (const end of ends) end();
  };
}
