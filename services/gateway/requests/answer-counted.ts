import type { StoredJob } from '@styling/contracts';
import { ServiceError, settledWithin } from '@styling/service';
import { LimitExceeded } from '../admission/limit-exceeded.ts';
import type { Call, Counted } from '../http/define-endpoint.ts';
import { respondWithJob } from '../jobs/respond-with-job.ts';
import { watchJob } from '../jobs/watch-job.ts';
import { completion } from './completion.ts';
import type { Submitted } from './submitted.ts';

const APPLIED = { 'Preference-Applied': 'respond-async' };

/**
 * Answers a request to a counted endpoint: with its response, or, if the client prefers that and it takes longer than it waits,
 * with the job that it is. A 202 is a promise: the log has acknowledged the request.
 *
 * @returns the body; status and headers are in the call
 */
export async function answerCounted(call: Call, { submit, answer }: Counted): Promise<unknown> {
  const submitted = await submit(call);
  if (call.asynchronous) {
    const { waitMs } = call.asynchronous;
    const job = await unendedJob(call, submitted, waitMs);
    const repeated = submitted.is === 'running' && { 'Idempotent-Replayed': 'true' };
    if (job) return respondWithJob(call, job, { ...APPLIED, ...repeated });
  }
  return answer(call.gateway, await completion(call, submitted));
}

/** The job that a request is, unless it ends within `waitMs`. */
async function unendedJob(call: Call, submitted: Submitted, waitMs: number): Promise<StoredJob | undefined> {
  if (submitted.is === 'replay') return undefined;
  if (submitted.is === 'running') return runningJob(call, submitted, waitMs);
  const { expectation, job } = submitted;
  const ended = expectation.outcome.then(
    () => true,
    () => false,
  );
  if (waitMs > 0 && (await settledWithin(ended, waitMs)) && (await ended)) return undefined;
  expectation.cancel();
  const { user_id, request_id } = job;
  // As it was accepted, if its state cannot be read.
  return waitMs > 0 ? call.gateway.findJob({ user_id, request_id }).catch(() => job) : job;
}

/**
 * The job of an earlier request with the same key, which was running. If it ends meanwhile, this one is a replay of it.
 *
 * @throws LimitExceeded when it is not handed over yet
 */
async function runningJob(
  call: Call,
  { request_id, used, limit }: Extract<Submitted, { is: 'running' }>,
  waitMs: number,
): Promise<StoredJob | undefined> {
  const { watches, clock } = call.gateway;
  let latest: StoredJob | undefined;
  using watch = watches.begin(call);
  const timer = setTimeout(() => watch.close(), waitMs);
  try {
    for await (const job of watchJob(call, request_id, watch)) latest = job;
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'job_not_found')) throw error;
    throw new LimitExceeded({ outcome: 'in_progress', used, limit }, clock());
  } finally {
    clearTimeout(timer);
  }
  if (!latest?.ending) return latest;
  call.replayed = latest.ending;
  return undefined;
}
