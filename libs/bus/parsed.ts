import { parseEvent, type StylingEvent } from '@styling/contracts';
import type { Delivery } from './delivery.ts';

/** Undefined when it is not one of our events. What exactly is wrong is not said: it would quote the message. */
export function parsed(delivery: Pick<Delivery, 'data'>): StylingEvent | undefined {
  try {
    return parseEvent(delivery.data);
  } catch {
    return undefined;
  }
}
