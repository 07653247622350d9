import { ask, onNotice } from '@styling/bus';
import { getJobs, JOBS_AT_ONCE, type StoredJob } from '@styling/contracts';
import { inBatches, ServiceError } from '@styling/service';
import { releaseAll } from '../admission/release.ts';
import type { GatewayDependencies } from '../dependencies.ts';
import type { Gateway } from '../gateway.ts';
import type { Call } from '../http/define-endpoint.ts';
import { type JobRecord, toJobRecord, versionOf } from './job-record.ts';
import type { Watch } from './watches.ts';

type Dependencies = Pick<GatewayDependencies, 'bus' | 'db' | 'clock' | 'log'>;
type Asked = { readonly user_id: string; readonly request_id: string };

/** A hanging query must not delay later ones; longer than one may take. */
const WITHIN_MS = 6_000;
/** Time after its end in which the slot of a request may still be taken. */
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

/** Releases slots of jobs that just ended: clients send their next request at once. Never rejects. */
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

/** How long a lost notice can go unnoticed: lost with the connection, or with the projector that was to publish it. */
const LOOK_AGAIN_MS = 12_000;
const LOOK_RETRY_MS = 1_000;

/**
 * What `look` returns now, and then after each `notice` about `id`, until `watch` is closed or the key revoked. Each
 * look is answered after all that the log has by then, by any replica; notices only say when to look again.
 * @throws ServiceError of the first look; of later ones only what repeating cannot mend
 */
export async function* lookAgain<Seen>(
  { gateway: { bus, keys, log }, caller, request_id }: Call,
  watch: Watch,
  [notice, id]: readonly [notice: 'job.changed' | 'feed.changed', id: string],
  look: () => Promise<Seen>,
): AsyncGenerator<Seen> {
  const stopListening = onNotice(bus, notice, id, () => watch.ring());
  let isFirst = true;
  try {
    do {
      try {
        const seen = await look();
        // After looking: what it has of after the revocation is not sent.
        if (!isFirst && !(await keys.isActive(caller.key_id))) return;
        isFirst = false;
        yield seen;
        // Evenly, so that those who began together do not look together.
        await watch.rung(LOOK_AGAIN_MS * (0.75 + Math.random() / 2));
      } catch (error) {
        if (isFirst || !(error instanceof ServiceError) || error.status < 500) throw error;
        log.warn({ err: error, request_id, notice }, 'looking for changes failed; will retry');
        await watch.rung(LOOK_RETRY_MS);
      }
    } while (watch.isOpen);
  } finally {
    stopListening();
  }
}

/** The last of what was seen, or the first that is enough. */
export async function lastSeen<Seen>(
  seen: AsyncIterable<Seen>,
  isEnough: (seen: Seen, index: number) => boolean = () => false,
): Promise<Seen> {
  let latest: Seen | undefined;
  let index = 0;
  for await (latest of seen) {
    if (isEnough(latest, index++)) break;
  }
  if (!latest) throw new Error('nothing was seen');
  return latest;
}

/** A job now and after changes, until it ends, `watch` closes or its key is revoked. @throws as {@link lookAgain} */
export async function* watchJob(call: Call, request_id: string, watch: Watch): AsyncGenerator<StoredJob> {
  const look = () => call.gateway.findJob({ user_id: call.caller.user_id, request_id });
  let version = 0;
  for await (const job of lookAgain(call, watch, ['job.changed', request_id], look)) {
    if (versionOf(job) > version) yield job;
    if (job.ending) return;
    version = versionOf(job);
  }
}

/** `Retry-After` of a 202. */
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
