import { ask, type Bus, onNotice } from '@styling/bus';
import { getJobs, JOBS_AT_ONCE, type StoredJob } from '@styling/contracts';
import { inBatches, ServiceError } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { releaseAll } from '../admission/release.ts';
import type { Gateway } from '../gateway.ts';
import type { Call } from '../http/define-endpoint.ts';
import type { GatewayTables } from '../tables.ts';
import { type JobRecord, toJobRecord, versionOf } from './job-record.ts';
import type { Watch } from './watches.ts';

type Dependencies = {
  readonly bus: Bus;
  readonly db: Kysely<GatewayTables>;
  readonly clock: () => Date;
  readonly log: Logger;
};
type Asked = { readonly user_id: string; readonly request_id: string };

/** A hanging query must not delay later ones, in ms; longer than one may take. */
const WITHIN_MS = 6_000;
/** Time after its end in which the slot of a request may still be taken, in ms. */
const RELEASED_WITHIN_MS = 60_000;

/** Finds jobs; concurrent calls share a query, which is asked after they were made. */
export function jobFinder(deps: Dependencies): Gateway['findJob'] {
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
  const ended = jobs.flatMap(({ ending, completed_at }) =>
    ending && Date.parse(completed_at ?? '') >= since ? [ending] : [],
  );
  if (ended.length === 0) return;
  await releaseAll(db, ended).catch((error) =>
    log.error({ err: error }, 'slot release failed; leaving it to the projection'),
  );
}

/**
 * A notice may be lost: with the connection, or with the projector that was to publish it. How long that can go unnoticed, in
 * ms.
 */
const LOOK_AGAIN_MS = 10_000;
/** Pause after a failed look, in ms. */
const RETRY_MS = 1_000;

/**
 * A job as it is now, and then whenever it has changed, until it has ended, `watch` is closed or the key revoked. Each look is
 * answered after all that the log has by then, by any replica; the notices, subscribed to before the first look, only say when
 * to look again.
 *
 * @throws ServiceError as `Gateway.findJob`, of the first look; later ones are repeated
 */
export async function* watchJob({ gateway, caller }: Call, job_id: string, watch: Watch): AsyncGenerator<StoredJob> {
  const { bus, findJob, keys, log } = gateway;
  const stopListening = onNotice(bus, 'job.changed', job_id, () => watch.ring());
  let version = 0;
  try {
    do {
      try {
        const job = await findJob({ user_id: caller.user_id, request_id: job_id });
        // After finding: what it has of after the revocation is not sent.
        if (version > 0 && !(await keys.isActive(caller.key_id))) return;
        if (versionOf(job) > version) yield job;
        if (job.ending) return;
        version = versionOf(job);
        // Evenly, so that those who began together do not look together.
        await watch.rung(LOOK_AGAIN_MS * (0.75 + Math.random() / 2));
      } catch (error) {
        if (version === 0 || !(error instanceof ServiceError)) throw error;
        // Its user was erased.
        if (error.code === 'job_not_found') return;
        log.warn({ err: error, request_id: job_id }, 'looking for a job failed; will retry');
        await watch.rung(RETRY_MS);
      }
    } while (watch.isOpen);
  } finally {
    stopListening();
  }
}

/** `Retry-After` of a 202, seconds; a client may also wait for the job itself. */
const RETRY_SECONDS = 2;

/** The 202 of a job that has not ended. */
export function respondWithJob(call: Call, job: StoredJob, headers: Readonly<Record<string, string>> = {}): JobRecord {
  call.status = 202;
  call.headers = {
    ...call.headers,
    Location: `/jobs/${job.request_id}`,
    'Retry-After': String(RETRY_SECONDS),
    ...headers,
  };
  return toJobRecord(job, call.gateway.progress.of(job.request_id));
}
