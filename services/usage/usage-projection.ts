import { partitionOf, type ReadCounted, type StylingEvent, subjects } from '@styling/contracts';
import { inStatements, type Projection } from '@styling/projections';
import { type AnsweredRequest, addRequests } from './add-requests.ts';
import { addRollUps } from './add-roll-ups.ts';
import type { UsageTables } from './tables.ts';

/**
 * Every answered request, and counts of them by key. A roll-up of a key and day replaces its reads, in whatever order the
 * sources are read; roll-ups come first, so that a rebuild need not remove what they replace.
 */
export const usageProjection: Projection<UsageTables> = {
  name: 'usage',
  sources: [subjects.allRollUps, subjects.allCompleted, subjects.allReads],
  tables: ['answered_request', 'key_day', 'key_total', 'rolled_up_day'],
  ...inStatements((batch) => {
    const events = batch.map(({ event }) => event);
    const rollUps = events.flatMap((event) => (event.type === 'usage.reads_rolled_up' ? [event.data] : []));
    const requests = firstOfEach(events);
    return [
      ...(rollUps.length > 0 ? [addRollUps(rollUps)] : []),
      ...(requests.length > 0 ? [addRequests(requests)] : []),
    ];
  }),
};

/** The answered requests of a batch, by the first event of each. */
function firstOfEach(events: readonly StylingEvent[]): AnsweredRequest[] {
  const first = new Map<string, AnsweredRequest>();
  for (const event of events) {
    if (event.type === 'read.counted') {
      for (const row of rowsOf(event)) if (!first.has(row.request_id)) first.set(row.request_id, row);
    }
    if (event.type !== 'request.completed' && event.type !== 'read.answered') continue;
    if (first.has(event.data.request_id)) continue;
    const partition = event.type === 'read.answered' ? partitionOf(event.data.user_id) : null;
    first.set(event.data.request_id, { ...event.data, partition, requests: 1, is_listed: true });
  }
  return [...first.values()];
}

/** A row for each endpoint and outcome that was counted, with a status that stands for the outcome; of its minute only the day matters. */
const rowsOf = ({ id, data }: ReadCounted): AnsweredRequest[] =>
  Object.entries(data.requests).flatMap(([endpoint, requests]) => {
    const { [endpoint]: refused = 0 } = data.refused;
    const { [endpoint]: failed = 0 } = data.failed;
    const row = (status: number, counted: number) => ({
      request_id: `${id} ${endpoint} ${status}`,
      key_id: data.key_id,
      endpoint,
      received_at: data.minute,
      latency_ms: 0,
      status,
      partition: partitionOf(data.user_id),
      requests: counted,
      is_listed: false,
    });
    const rows = [row(200, requests - refused - failed), row(400, refused), row(500, failed)];
    return rows.filter((counted) => counted.requests > 0);
  });
