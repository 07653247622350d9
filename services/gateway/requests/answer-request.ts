import type { RequestCompleted } from '@styling/contracts';
import { ClientDisconnected } from '@styling/http';
import { answerPrefix, isRefusedByStore } from '@styling/objectstore';
import { ServiceError, settledWithin, toServiceError } from '@styling/service';
import { sql } from 'kysely';
import { dayOf } from '../admission/admission.ts';
import { LimitExceeded, rateLimitHeaders } from '../admission/rate-limit.ts';
import type { Gateway } from '../gateway.ts';
import { RequestFailed } from '../http/answer.ts';
import type { Call, Counted } from '../http/define-endpoint.ts';
import { lastSeen, respondWithJob, watchJob } from '../jobs/find-job.ts';
import type { Expectation } from './completions.ts';
import { type Submitted, submitRequest } from './submit-request.ts';

type Completed = RequestCompleted['data'];

/**
 * Answers with the response, or, if the client prefers that and it takes longer than it waits, with its job. A 202 is a
 * promise: the log has acknowledged the request. Status and headers are in the call.
 * @throws RequestFailed when the request completed with an error
 * @throws ServiceError `deadline_exceeded` when it could not be ended at its deadline either, and keeps the slot
 *   until it is; `unavailable` when the user does not receive the results of other requests; as {@link submitRequest}
 */
export async function answerCounted(call: Call, endpoint: Counted): Promise<unknown> {
  const submitted = await submit(call, endpoint);
  if (submitted.is === 'replay') return replay(call, endpoint, submitted.completed);
  if (submitted.is === 'running') {
    const job = await earlierJob(call, submitted);
    if (job.ending) return replay(call, endpoint, job.ending);
    return respondWithJob(call, job, { ...ASYNCHRONOUS, 'Idempotent-Replayed': 'true' });
  }
  const { expectation, job, waitMs } = submitted;
  if (waitMs === undefined || (await endsWithin(expectation, waitMs))) {
    return responseTo(call, endpoint, await awaitAndRelease(call, expectation));
  }
  expectation.cancel();
  const { user_id, request_id } = job;
  // Falls back to the job as accepted, if its state cannot be read.
  const latest = waitMs > 0 ? await call.gateway.findJob({ user_id, request_id }).catch(() => job) : job;
  return respondWithJob(call, latest, ASYNCHRONOUS);
}

const ASYNCHRONOUS = { 'Preference-Applied': 'respond-async' };

/** Whatever holds an image stays in here: thousands of requests may wait after it. */
const submit = async (call: Call, { submission }: Counted): Promise<Submitted> =>
  submitRequest(call, await submission(call));

async function endsWithin({ outcome }: Expectation, waitMs: number): Promise<boolean> {
  const ended = outcome.then(
    () => true,
    () => false,
  );
  return waitMs > 0 && (await settledWithin(ended, waitMs)) && (await ended);
}

/** The earlier request after `waitMs`, or once ended. @throws LimitExceeded when it is not handed over yet */
async function earlierJob(call: Call, { request_id, used, limit, waitMs }: Extract<Submitted, { is: 'running' }>) {
  const { watches, clock } = call.gateway;
  const inProgress = () => new LimitExceeded({ outcome: 'in_progress', used, limit }, clock());
  using watch = watches.begin(call, waitMs);
  return await lastSeen(watchJob(call, request_id, watch)).catch((error) => {
    throw error instanceof ServiceError && error.code === 'job_not_found' ? inProgress() : error;
  });
}

/** The slot is released before the response is sent: the client's next request must not be refused. */
async function awaitAndRelease(call: Call, expectation: Expectation): Promise<Completed> {
  const { release, log, dayUsed, clock } = call.gateway;
  const { data } = await expectation.outcome;
  try {
    await release(data);
    if (data.error) {
      const { user_id } = call.caller;
      call.headers = rateLimitHeaders(await dayUsed({ user_id, day: dayOf(clock()) }));
    }
  } catch (error) {
    log.error({ err: error, request_id: data.request_id }, 'slot release failed; leaving it to the projection');
  }
  return data;
}

/** The body of the response to a request that has completed, now or earlier, once it is the user's turn to receive a result. */
export async function responseTo(call: Call, { answer }: Pick<Counted, 'answer'>, completed: Completed) {
  if (completed.error) throw new RequestFailed(completed.status, completed.error);
  call.held.use(await call.gateway.capacity.answers.take(call.caller.user_id, call.response));
  const body = await answer(call.gateway, completed);
  const { approximations = [] } = completed;
  if (approximations.length > 0) call.headers = { ...call.headers, 'Styling-Approximations': approximations.join(',') };
  return body;
}

/** Frees the key if the response cannot be repeated, e.g. the result is gone; not while it only cannot be fetched. */
async function replay(call: Call, endpoint: Counted, completed: Completed): Promise<unknown> {
  const { log, db } = call.gateway;
  const { user_id, request_id } = completed;
  const mark = () => {
    call.headers = { ...call.headers, 'Idempotent-Replayed': 'true' };
    log.info({ request_id: call.request_id, first_request_id: request_id }, 'response replayed');
  };
  try {
    const body = await responseTo(call, endpoint, completed);
    mark();
    return body;
  } catch (error) {
    const isTransient =
      error instanceof ClientDisconnected || toServiceError(error).code === 'unavailable' || isRefusedByStore(error);
    if (error instanceof RequestFailed) mark();
    else if (!isTransient) {
      await sql`delete from idempotency_key where user_id = ${user_id} and request_id = ${request_id}`.execute(db);
    }
    throw error;
  }
}

/** A successful request whose result is not in the store: it was deleted by age, or its user was erased. */
export class ResultGoneError extends Error {
  override readonly name = 'ResultGoneError';
}

/**
 * Fetches a result that has no image record, and deletes it unless the request is repeatable.
 * @throws ServiceError `internal`, caused by a {@link ResultGoneError}, when it does not exist
 */
export async function takeResult({ store, log }: Pick<Gateway, 'store' | 'log'>, { result, request_id }: Completed) {
  const found = result && (await store.get(result.object));
  if (!found) throw new ServiceError('internal', {}, { cause: new ResultGoneError() });
  if (result.object.startsWith(answerPrefix)) return found;
  await store
    .delete(result.object)
    .catch((error) => log.warn({ err: error, request_id }, 'deleting the result failed; it is deleted by age'));
  return found;
}
