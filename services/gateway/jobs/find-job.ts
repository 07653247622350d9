import { ask, type Bus } from '@styling/bus';
import { getJobs, JOBS_AT_ONCE, requestId, type StoredJob } from '@styling/contracts';
import { inBatches, ServiceError } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { release } from '../admission/release.ts';
import type { GatewayTables } from '../tables.ts';

type Dependencies = {
  readonly bus: Bus;
  readonly db: Kysely<GatewayTables>;
  readonly clock: () => Date;
  readonly log: Logger;
};
type Asked = { readonly user_id: string; readonly request_id: string };

/** A hanging query must not delay later ones, in ms; longer than one may take. */
const WITHIN_MS = 6_000;
/** How long after its end the slot of a request may not have been released yet, in ms. */
const RELEASED_WITHIN_MS = 60_000;

/** Finds a job of a user. @throws ServiceError `job_not_found` for what is unknown and for another user's alike; `unavailable` */
export type FindJob = (asked: Asked) => Promise<StoredJob>;

/** The parameter `id` of a path. @throws ServiceError `job_not_found` when no job can have it */
export function jobIdOf({ id }: Readonly<Record<string, unknown>>): string {
  const { data } = requestId.safeParse(id);
  if (data === undefined) throw new ServiceError('job_not_found');
  return data;
}

/** Finds jobs; concurrent calls share a query, which is asked after they were made. */
export function jobFinder(deps: Dependencies): FindJob {
  const find = inBatches(
    async (asked: readonly Asked[]) => {
      const { jobs } = await ask(deps.bus, getJobs, { asked: [...asked] });
      return asked.map((_, index) => jobs[index] ?? null);
    },
    { most: JOBS_AT_ONCE, withinMs: WITHIN_MS },
  );
  return async (asked) => {
    const job = await find(asked);
    if (!job) throw new ServiceError('job_not_found');
    await releaseEnded(deps, [job]);
    return job;
  };
}

/**
 * Releases the slots of jobs that ended just now, as is done before a synchronous response: a client that learns of the end sends
 * its next request at once. Never rejects; the projection releases them in any case.
 */
export async function releaseEnded({ db, clock, log }: Dependencies, jobs: readonly StoredJob[]): Promise<void> {
  const since = clock().getTime() - RELEASED_WITHIN_MS;
  for (const { ending, completed_at, request_id } of jobs) {
    if (!ending || Date.parse(completed_at ?? '') < since) continue;
    await release(db, ending).catch((error) =>
      log.error({ err: error, request_id }, 'slot release failed; leaving it to the projection'),
    );
  }
}
