import { type Bus, readToHead } from '@styling/bus';
import { EVENTS_STREAM, READS_STREAM, type StylingEvent, subjectsIn } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';

/** The events of a request in both streams, in the order of each. */
export async function eventsOfRequest(bus: Bus, request_id: string): Promise<StylingEvent[]> {
  const found: { seq: number; event: StylingEvent }[] = [];
  for (const filter of ([EVENTS_STREAM, READS_STREAM] as const).flatMap(subjectsIn)) {
    for await (const { seq, event } of readToHead(bus, { name: 'test', filter, after: 0, log: silentLogger() })) {
      if (event && 'request_id' in event.data && event.data.request_id === request_id) found.push({ seq, event });
    }
  }
  return found.sort((a, b) => a.seq - b.seq).map(({ event }) => event);
}

/** The events of a request that follow from its work: all but that it was started, and what was charged for it. */
export const outcomeOfRequest = async (bus: Bus, request_id: string): Promise<StylingEvent[]> =>
  (await eventsOfRequest(bus, request_id)).filter(({ type }) => !['request.started', 'request.charged'].includes(type));
