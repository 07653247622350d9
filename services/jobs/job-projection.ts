import { type RequestCompleted, type StylingEvent, subjects } from '@styling/contracts';
import { latestOf, type Projection } from '@styling/projections';
import { sql, type Transaction } from 'kysely';

/** Requests of the 30 days before the latest event (not the clock: rebuilds forget the same); none of erased users. */
export const jobProjection: Projection = {
  name: 'jobs',
  sources: [subjects.allRequests, subjects.allDisowned],
  tables: ['job', 'disowned_key'],
  async apply(trx, batch) {
    const events = batch.map(({ event }) => event);
    const disowned = events.flatMap((event) => (event.type === 'image.disowned' ? [event.data.key_id] : []));
    if (disowned.length > 0) await disown(trx, disowned);
    // Rows are written in one order everywhere.
    const changes = foldJobs(events).sort((a, b) => (a.request_id < b.request_id ? -1 : 1));
    if (changes.length > 0) await writeJobs(trx, changes);
    // The planner expects few rows of a range, also before it has statistics, and takes the index.
    await sql`
      delete from job where created_at > '-infinity' and created_at < ${forgottenBefore(latestOf(events))}`.execute(
      trx,
    );
  },
};

async function disown(trx: Transaction<unknown>, key_ids: readonly string[]): Promise<void> {
  await sql`insert into disowned_key select * from unnest(${key_ids}::text[]) on conflict do nothing`.execute(trx);
  await sql`delete from job where key_id = any(${key_ids}::text[])`.execute(trx);
}

/** Rows go as JSON: the statement is prepared once. What is there stays; after an ending nothing begins. */
async function writeJobs(trx: Transaction<unknown>, changes: readonly JobChange[]): Promise<void> {
  const columns = sql`request_id, user_id, key_id, endpoint, created_at, capability, deadline, started_at,
    cancel_requested_at, completed_at, ending`;
  await sql`
    with change as (select * from json_populate_recordset(null::job, ${JSON.stringify(changes)})), known as (
      update job as j set started_at = coalesce(j.started_at, change.started_at),
        cancel_requested_at = coalesce(j.cancel_requested_at, change.cancel_requested_at)
      from change where j.request_id = change.request_id and change.created_at is null and j.ending is null
    )
    insert into job as j (${columns}) select ${columns} from change
    where created_at is not null
      and not exists (select from disowned_key where disowned_key.key_id = change.key_id)
    on conflict (request_id) do update set
      capability = coalesce(j.capability, excluded.capability), deadline = coalesce(j.deadline, excluded.deadline),
      started_at = case when j.ending is null then coalesce(j.started_at, excluded.started_at) else j.started_at end,
      cancel_requested_at = case when j.ending is null then coalesce(j.cancel_requested_at, excluded.cancel_requested_at)
        else j.cancel_requested_at end,
      completed_at = coalesce(j.completed_at, excluded.completed_at), ending = coalesce(j.ending, excluded.ending)`.execute(
    trx,
  );
}

/** 30 days after arrival. Endings come within minutes. */
const KEPT_MS = 30 * 86_400_000;

/** What arrived before this is forgotten at `moment`. */
export const forgottenBefore = (moment: Date): Date => new Date(moment.getTime() - KEPT_MS);

/** Changes to one request in a batch of events; moments are ISO 8601. */
type JobChange = {
  readonly request_id: string;
  /** Set by an event that describes the request; without one its row is only updated. */
  user_id?: string;
  key_id?: string;
  endpoint?: string;
  created_at?: string;
  capability?: string;
  deadline?: string;
  started_at?: string;
  cancel_requested_at?: string;
  completed_at?: string;
  ending?: RequestCompleted['data'];
};

/** Net effect per request: the first of each moment; nothing begins after its end, which may precede its acceptance. */
export function foldJobs(events: readonly StylingEvent[]): JobChange[] {
  const changes = new Map<string, JobChange>();
  for (const event of events) {
    const { type, time } = event;
    if (type === 'request.accepted' || type === 'request.completed') {
      if (new Date(event.data.received_at) < forgottenBefore(new Date(time))) continue;
      const change = changeOf(changes, event.data.request_id);
      const { user_id, key_id, endpoint, received_at } = event.data;
      Object.assign(change, { user_id, key_id, endpoint, created_at: received_at });
      if (type === 'request.accepted') {
        change.capability ??= event.data.capability;
        change.deadline ??= event.data.deadline;
      } else if (!change.ending) {
        change.completed_at = time;
        change.ending = event.data;
      }
    }
    if (type === 'request.started' || type === 'request.cancel_requested') {
      const change = changeOf(changes, event.data.request_id);
      if (change.ending) continue;
      if (type === 'request.started') change.started_at ??= time;
      else change.cancel_requested_at ??= time;
    }
  }
  return [...changes.values()];
}

function changeOf(changes: Map<string, JobChange>, request_id: string): JobChange {
  const change = changes.get(request_id) ?? { request_id };
  changes.set(request_id, change);
  return change;
}
