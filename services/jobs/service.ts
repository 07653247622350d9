import { notify } from '@styling/bus';
import { getJobs, listJobs, requestId, type StoredJob, type StylingEvent } from '@styling/contracts';
import { sharedStatement } from '@styling/database';
import {
  isoTime,
  type PageRequest,
  parseCursor,
  type ReadModelParts,
  readItems,
  readPages,
  startReadModel,
  type UserList,
} from '@styling/projections';
import type { Running } from '@styling/service';
import { sql } from 'kysely';
import { forgottenBefore, jobProjection } from './job-projection.ts';

/** A refused request is no job; old ones are in no answer, even before the projection has forgotten them. */
const jobList: UserList = {
  projection: jobProjection.name,
  table: 'job',
  id: 'request_id',
  columns: sql`request_id, item.user_id, key_id, endpoint, capability, item.status, ending,
    ${isoTime('item.created_at')} as created_at, ${isoTime('deadline')} as deadline, ${isoTime('started_at')} as started_at,
    ${isoTime('cancel_requested_at')} as cancel_requested_at, ${isoTime('completed_at')} as completed_at`,
  exists: (now) => sql`item.deadline is not null and item.created_at >= ${forgottenBefore(now)}`,
};

/** Starts the projection, its queries, and the notices for waiting clients. */
export function startJobs(parts: ReadModelParts): Running {
  const { bus, db, clock } = parts;
  const notifyChanged = (events: readonly StylingEvent[]) => {
    const changed = events.flatMap((event) => ('request_id' in event.data ? event.data.request_id : []));
    for (const request_id of new Set(changed)) notify(bus, 'job.changed', request_id);
  };
  const model = startReadModel(parts, jobProjection, { onProjected: notifyChanged });
  const read = model.reader();
  const exists = (now: Date) => sql`(asked.status is null or item.status = asked.status) and ${jobList.exists(now)}`;
  const pages = sharedStatement((asked: readonly PageRequest[]) =>
    readPages<StoredJob>(db, { ...jobList, exists }, asked, clock()),
  );
  model.answer(getJobs, async ({ asked }) => {
    const wanted = asked.map(({ user_id, request_id }) => ({ user_id, id: request_id }));
    const jobs = await read(async () => {
      const found = await readItems<StoredJob>(db, jobList, wanted, clock());
      return { value: found.map(({ value }) => value), checkpoints: found[0]?.checkpoints ?? {} };
    });
    return { jobs };
  });
  model.answer(listJobs, async ({ cursor, ...asked }) => {
    const after = parseCursor(cursor, requestId);
    const { items: jobs, next_cursor } = await read(() => pages({ ...asked, after }));
    return { jobs, next_cursor };
  });
  return model.running;
}
