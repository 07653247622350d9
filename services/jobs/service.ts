import { answerQueries, type Bus, notify } from '@styling/bus';
import { getJobs, listJobs, type StylingEvent } from '@styling/contracts';
import { reachDatabase, sharedStatement } from '@styling/database';
import { runProjection, sharedHeads } from '@styling/projections';
import type { Running } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { parseCursor } from './cursor.ts';
import { jobProjection } from './job-projection.ts';
import { findJobs, type PageRequest, pagesOfJobs } from './job-queries.ts';
import type { JobsTables } from './tables.ts';

/** What the jobs service works with. */
export type JobsDependencies = {
  readonly bus: Bus;
  readonly db: Kysely<JobsTables>;
  readonly clock: () => Date;
  readonly log: Logger;
};

/** Starts the projection, the queries on it, and the notices for waiting clients. */
export async function startJobs({ bus, db, clock, log }: JobsDependencies): Promise<Running> {
  const notifyChanged = (events: readonly StylingEvent[]) => {
    const changed = events.flatMap((event) => ('request_id' in event.data ? event.data.request_id : []));
    for (const request_id of new Set(changed)) notify(bus, 'job.changed', request_id);
  };
  const projection = runProjection(bus, db, jobProjection, { log, onProjected: notifyChanged });
  const heads = sharedHeads(bus, jobProjection.sources);
  const somePages = sharedStatement((asked: readonly PageRequest[]) => pagesOfJobs(db, asked, clock()));
  // The answers include all that was published before the query, on any replica.
  const find = async ({ asked }: z.output<typeof getJobs.request>) => {
    const read = () => reachDatabase(() => findJobs(db, asked, clock()));
    return { jobs: await projection.asOf(await heads(), read) };
  };
  const list = async ({ user_id, status, limit, cursor }: z.output<typeof listJobs.request>) => {
    const after = parseCursor(cursor);
    return projection.asOf(await heads(), () => somePages({ user_id, status, limit, after }));
  };
  const options = { queue: 'jobs', log };
  const queries = [answerQueries(bus, getJobs, find, options), answerQueries(bus, listJobs, list, options)];
  return {
    notReady: () => projection.unrecognised,
    needs: projection.needs,
    async stop() {
      await Promise.all(queries.map((query) => query.stop()));
      await projection.stop();
    },
  };
}
