import type { JobStatus, StoredJob } from '@styling/contracts';
import { type AsOf, checkpointsOf, type ListCursor, type Positions, pageOf, writeCursor } from '@styling/projections';
import { type Kysely, sql } from 'kysely';
import { forgottenBefore } from './fold-jobs.ts';
import { jobProjection } from './job-projection.ts';
import type { JobsTables } from './tables.ts';

const moment = (name: string) =>
  sql`to_char(${sql.ref(`j.${name}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${sql.ref(name)}`;

/** Columns of a {@link StoredJob}, which Postgres formats as JSON. */
const STORED = sql`j.request_id, j.user_id, j.key_id, j.endpoint, j.capability, j.status, ${moment('created_at')},
  ${moment('deadline')}, ${moment('started_at')}, ${moment('cancel_requested_at')}, ${moment('completed_at')}, j.ending`;

const CHECKPOINTS = sql`${checkpointsOf(jobProjection.name)} as checkpoints`;

/** A request that was refused is no job; what is old is in no answer, even before the projection has forgotten it. */
const isJob = (now: Date) => sql`j.deadline is not null and j.created_at >= ${forgottenBefore(now)}`;

/** A job by id, null for another user's. */
export type JobRequest = { readonly user_id: string; readonly request_id: string };

/** Jobs, one or null for each that is asked for in their order, by one statement. */
export async function findJobs(
  db: Kysely<JobsTables>,
  asked: readonly JobRequest[],
  now: Date,
): Promise<AsOf<(StoredJob | null)[]>> {
  const { rows } = await sql<AsOf<(StoredJob | null)[]>>`
    select (select coalesce(json_agg(found order by place), '[]') from (
      select place, (select row_to_json(stored) from (
        select ${STORED} from job j
        where j.request_id = asked.request_id and j.user_id = asked.user_id and ${isJob(now)}) as stored) as found
      from unnest(${asked.map(({ user_id }) => user_id)}::text[], ${asked.map(({ request_id }) => request_id)}::text[])
        with ordinality as asked (user_id, request_id, place)) as every) as value,
      ${CHECKPOINTS}`.execute(db);
  return rows[0] ?? { value: [], checkpoints: {} };
}

/** A page of a user's jobs, of one status or of all. */
export type PageRequest = {
  readonly user_id: string;
  readonly status: JobStatus | null;
  readonly limit: number;
  readonly after: ListCursor | null;
};

/** A page, newest job first, and the cursor of the next where more is left. */
export type JobPage = { readonly jobs: StoredJob[]; readonly next_cursor: string | null };

/** Pages of jobs, one for each request in their order, by one statement. */
export async function pagesOfJobs(
  db: Kysely<JobsTables>,
  asked: readonly PageRequest[],
  now: Date,
): Promise<AsOf<JobPage>[]> {
  // Without a cursor a page begins at the end of time, so that the statement is the same.
  const { rows } = await sql<{ jobs: StoredJob[]; checkpoints: Positions }>`
    select (select coalesce(json_agg(stored), '[]') from (
      select ${STORED} from job j
      where j.user_id = asked.user_id and (asked.status is null or j.status = asked.status) and ${isJob(now)}
        and (j.created_at, j.request_id) < (asked.moment, asked.request_id)
      order by j.created_at desc, j.request_id desc limit asked.most) as stored) as jobs,
      ${CHECKPOINTS}
    from unnest(${asked.map(({ user_id }) => user_id)}::text[], ${asked.map(({ status }) => status)}::text[],
      ${asked.map(({ limit }) => limit + 1)}::integer[],
      ${asked.map(({ after }) => after?.created_at ?? 'infinity')}::timestamptz[],
      ${asked.map(({ after }) => after?.id ?? '')}::text[])
      with ordinality as asked (user_id, status, most, moment, request_id, place)
    order by place`.execute(db);
  return rows.map(({ jobs: found, checkpoints }, index) => {
    const limit = asked[index]?.limit ?? 0;
    const { items: jobs, next_cursor } = pageOf(found, limit, (last) =>
      writeCursor({ created_at: last.created_at, id: last.request_id }),
    );
    return { value: { jobs, next_cursor }, checkpoints };
  });
}
