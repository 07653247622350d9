import { parseEvent, type StylingEvent } from '@styling/contracts';
import type { Delivery } from './delivery.ts';

/** The event in a message. What is wrong with an `unparsable` one is not reported: it would quote the message. */
export function parsed({ data }: Pick<Delivery, 'data'>): StylingEvent | 'unknown' | 'unparsable' {
  try {
    return parseEvent(data) ?? 'unknown';
  } catch {
    return 'unparsable';
  }
}

/** The event in a message, or null when it holds none that is known here. */
export function eventIn(message: Pick<Delivery, 'data'>): StylingEvent | null {
  const event = parsed(message);
  return typeof event === 'string' ? null : event;
}
