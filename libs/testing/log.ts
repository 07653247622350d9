import { type Bus, logHead, readLog } from '@styling/bus';
import { type StylingEvent, subjects } from '@styling/contracts';
import { silentLogger } from '@styling/telemetry';

/** What the log says of a request, in order. */
export async function saidOfRequest(bus: Bus, request_id: string): Promise<StylingEvent[]> {
  const heads = await Promise.all(subjects.events.map((filter) => logHead(bus, filter)));
  const head = Math.max(...heads);
  const said: StylingEvent[] = [];
  if (head === 0) return said;
  const reader = readLog(bus, { name: 'test', filter: 'styling.>', after: 0, log: silentLogger() });
  for await (const batch of reader) {
    for (const { event } of batch) {
      if (event && 'request_id' in event.data && event.data.request_id === request_id) said.push(event);
    }
    if ((batch.at(-1)?.seq ?? 0) >= head) break;
  }
  await reader.close();
  return said;
}
