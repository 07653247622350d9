import { notify } from '@styling/bus';
import { getJobs, listJobs, requestId, type StylingEvent } from '@styling/contracts';
import { sharedStatement } from '@styling/database';
import { parseCursor, type ReadModelParts, startReadModel } from '@styling/projections';
import type { Running } from '@styling/service';
import { jobProjection } from './job-projection.ts';
import { findJobs, type PageRequest, pagesOfJobs } from './job-queries.ts';
import type { JobsTables } from './tables.ts';

/** Starts the projection, the queries on it, and the notices for waiting clients. */
export function startJobs(parts: ReadModelParts<JobsTables>): Running {
  const { bus, db, clock } = parts;
  const notifyChanged = (events: readonly StylingEvent[]) => {
    const changed = events.flatMap((event) => ('request_id' in event.data ? event.data.request_id : []));
    for (const request_id of new Set(changed)) notify(bus, 'job.changed', request_id);
  };
  const model = startReadModel(parts, jobProjection, { onProjected: notifyChanged });
  const read = model.reader();
  const somePages = sharedStatement((asked: readonly PageRequest[]) => pagesOfJobs(db, asked, clock()));
  model.answer(getJobs, async ({ asked }) => ({ jobs: await read(() => findJobs(db, asked, clock())) }));
  model.answer(listJobs, async ({ cursor, ...asked }) => {
    const after = parseCursor(cursor, requestId);
    return read(() => somePages({ ...asked, after }));
  });
  return model.running;
}
