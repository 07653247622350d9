import { type Bus, publish } from '@styling/bus';
import type { StylingEvent } from '@styling/contracts';

/** Events published at a time: so few that a log that syncs each to disk acknowledges them before their time-out. */
const AT_ONCE = 100;

/** Publishes events, some at a time. @throws ServiceError `unavailable` */
export async function publishPage(bus: Bus, events: readonly StylingEvent[]): Promise<void> {
  for (let start = 0; start < events.length; start += AT_ONCE) {
    await Promise.all(events.slice(start, start + AT_ONCE).map((event) => publish(bus, event)));
  }
}
