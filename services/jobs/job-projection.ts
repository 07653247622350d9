import { subjects } from '@styling/contracts';
import { arrayLiteral, inStatements, type Projection, type Statement } from '@styling/projections';
import { type RawBuilder, sql } from 'kysely';
import { foldJobs, type JobChange, latestOf } from './fold-jobs.ts';
import { forgottenBefore } from './retention.ts';
import type { JobsTables } from './tables.ts';

/**
 * What became of every admitted request of the last thirty days before the latest event: forgetting follows from the log, too, so
 * that a rebuild forgets the same. Of an erased user nothing is left.
 */
export const jobProjection: Projection<JobsTables> = {
  name: 'jobs',
  sources: [subjects.allRequests, subjects.allDisowned],
  tables: ['job', 'disowned_key'],
  ...inStatements((batch) => {
    const events = batch.map(({ event }) => event);
    const disowned = events.flatMap((event) => (event.type === 'image.disowned' ? [event.data.key_id] : []));
    // Rows are written in one order everywhere.
    const changes = foldJobs(events).sort((a, b) => (a.request_id < b.request_id ? -1 : 1));
    return [
      ...(disowned.length > 0 ? [disown(disowned)] : []),
      ...(changes.length > 0 ? [writeChanges(changes, forgottenBefore(latestOf(events)))] : []),
    ];
  }),
};

function disown(key_ids: readonly string[]): Statement {
  const keys = sql`${arrayLiteral([...key_ids])}::text[]`;
  return {
    disowned: sql`insert into disowned_key select * from unnest(${keys}) on conflict do nothing`,
    removed: sql`delete from job where key_id = any(${keys})`,
  };
}

/** Jobs that are forgotten by the end of the batch are left to the part that deletes them. */
function writeChanges(changes: readonly JobChange[], forgotten: Date): Statement {
  const described = changes.filter(({ created_at }) => created_at !== undefined && new Date(created_at) >= forgotten);
  const known = changes.filter(({ created_at }) => created_at === undefined);
  return {
    ...(described.length > 0 && { written: writeJobs(described) }),
    ...(known.length > 0 && { updated: updateJobs(known, forgotten) }),
    // Of a range the planner expects few rows, also before it has statistics, and takes the index.
    forgotten: sql`delete from job where created_at > '-infinity' and created_at < ${forgotten}`,
  };
}

const columnIn =
  (changes: readonly JobChange[]) =>
  (name: Exclude<keyof JobChange, 'ending'>): RawBuilder<unknown> =>
    sql`${arrayLiteral(changes.map((change) => change[name] ?? null))}`;

/** Rows go as columns, so that the statement is prepared once. What is there already stays; after an ending nothing begins. */
function writeJobs(changes: readonly JobChange[]): RawBuilder<unknown> {
  const column = columnIn(changes);
  const endings = arrayLiteral(changes.map(({ ending }) => (ending ? JSON.stringify(ending) : null)));
  return sql`
    insert into job as j (request_id, user_id, key_id, endpoint, created_at, capability, deadline, started_at,
      cancel_requested_at, completed_at, ending)
    select * from unnest(
      ${column('request_id')}::text[], ${column('user_id')}::text[], ${column('key_id')}::text[],
      ${column('endpoint')}::text[], ${column('created_at')}::timestamptz[], ${column('capability')}::text[],
      ${column('deadline')}::timestamptz[], ${column('started_at')}::timestamptz[],
      ${column('cancel_requested_at')}::timestamptz[], ${column('completed_at')}::timestamptz[], ${endings}::jsonb[]
    ) as change (request_id, user_id, key_id)
    where not exists (select from disowned_key where disowned_key.key_id = change.key_id)
    on conflict (request_id) do update set
      capability = coalesce(j.capability, excluded.capability), deadline = coalesce(j.deadline, excluded.deadline),
      started_at = case when j.ending is null then coalesce(j.started_at, excluded.started_at) else j.started_at end,
      cancel_requested_at = case when j.ending is null then coalesce(j.cancel_requested_at, excluded.cancel_requested_at)
        else j.cancel_requested_at end,
      completed_at = coalesce(j.completed_at, excluded.completed_at), ending = coalesce(j.ending, excluded.ending)`;
}

function updateJobs(changes: readonly JobChange[], forgotten: Date): RawBuilder<unknown> {
  const column = columnIn(changes);
  return sql`
    update job as j set started_at = coalesce(j.started_at, change.started_at),
      cancel_requested_at = coalesce(j.cancel_requested_at, change.cancel_requested_at)
    from unnest(${column('request_id')}::text[], ${column('started_at')}::timestamptz[],
      ${column('cancel_requested_at')}::timestamptz[]) as change (request_id, started_at, cancel_requested_at)
    where j.request_id = change.request_id and j.ending is null and j.created_at >= ${forgotten}`;
}
