import { limits, MEGABYTE } from '@styling/contracts';
import { inspectImage } from '@styling/imaging';
import { packInput } from '@styling/objectstore';
import { ServiceError, settledWithin, toServiceError } from '@styling/service';
import type { KeyedAdmission } from '../admission/admit-once.ts';
import { idempotencyKey, readIdempotencyKey } from '../admission/idempotency-key.ts';
import { LimitExceeded, rateLimitHeaders } from '../admission/limit-exceeded.ts';
import type { Call } from '../http/define-endpoint.ts';
import { ABANDON_WITHIN_MS, abandon } from './abandon.ts';
import { readCancelAfter } from './cancel-after.ts';
import { handOver, jobOf } from './hand-over.ts';
import { readAsynchronous } from './prefer.ts';
import type { Submission } from './submission.ts';
import type { Submitted } from './submitted.ts';

/** How long a client waits for its failed request to be ended, in ms, so that its next one is not refused. */
const ABANDON_WAIT_MS = 1_000;

/**
 * Checks the images of a request, admits it, stores its input and publishes that it was accepted; or finds that it is a replay. The input is stored
 * before the event is published (claim check), and the wait begins before either, so that no completion is missed. The API
 * key is checked again once the slot is taken: the body may have taken a while, and when a key has been revoked and its
 * user's slot is free, nothing more is done for that key.
 *
 * @throws LimitExceeded when it is refused
 * @throws ServiceError `budget_exhausted` when what providers may charge in a day is used up
 * @throws ServiceError `invalid_preference`, `invalid_deadline`, `invalid_idempotency_key`, `idempotency_key_reused`; `unavailable`, or `invalid_api_key` when the
 *   API key was revoked meanwhile: the request is then ended, its slot free and its count given back
 */
export async function submitRequest<Fields extends object>(
  call: Call,
  { capability, fields, pictures = {}, images, cost = 1 }: Submission<Fields>,
): Promise<Submitted> {
  const { gateway, endpoint, request_id, received_at, caller } = call;
  // Once this function has ended, nothing of the body is in memory.
  using _memory = call.memory;
  using _turn = call.turn;
  const size = Object.values(pictures).reduce((sum, { length }) => sum + length, 0);
  if (size > limits.picturesMegabytes * MEGABYTE) throw new ServiceError('pictures_too_large');
  for (const [field, bytes] of Object.entries(pictures)) await inspectImage(bytes, field);
  const input = packInput({ fields, pictures });
  const asynchronous = readAsynchronous(call.request.headers);
  if (asynchronous) call.asynchronous = asynchronous;
  const header = readIdempotencyKey(call.request.headers);
  const key = header === undefined ? undefined : idempotencyKey(header, endpoint.path, input);
  const cancelAfterMs = readCancelAfter(call.request.headers, mostSeconds(call));
  const deadline = new Date(received_at.getTime() + (cancelAfterMs ?? gateway.requestTimeoutMs));
  const request = { request_id, ...caller, endpoint: endpoint.path, received_at, cost };
  // With a key it may be a replay, which costs nothing.
  if (!key) await gateway.budget.check();
  const admission = await gateway.admitter.admit({ ...request, deadline }, key);
  if (asynchronous && admission.outcome === 'in_progress' && admission.repeats !== undefined) {
    call.headers = rateLimitHeaders(admission);
    const { repeats, used, limit } = admission;
    return { is: 'running', request_id: repeats, used, limit };
  }
  if (!recordAdmission(call, admission)) return { is: 'replay' };

  const cancel_at_deadline = cancelAfterMs !== undefined;
  const expectation = gateway.completions.expect(request_id, deadline, cancel_at_deadline);
  const abandonUntil = performance.now() + Math.min(gateway.requestTimeoutMs, ABANDON_WITHIN_MS);
  try {
    if (key) await gateway.budget.check();
    const repeatable = key !== undefined || asynchronous !== undefined;
    const accepted = await handOver(call, {
      capability,
      input,
      images,
      cost,
      dailyLimit: admission.limit,
      deadline,
      cancel_at_deadline,
      repeatable,
    });
    return { is: 'accepted', expectation, job: jobOf(accepted) };
  } catch (error) {
    expectation.cancel();
    const failure = toServiceError(error);
    // While the log is unreachable this takes until it is back, longer than the client need wait.
    await settledWithin(abandon(gateway, request, failure, abandonUntil), ABANDON_WAIT_MS);
    throw failure;
  }
}

/** The longest that a request may take: a client that does not hold its connection may let it take longer. */
const mostSeconds = ({ asynchronous, gateway }: Call): number =>
  asynchronous ? limits.cancelAfterSeconds : Math.floor(gateway.requestTimeoutMs / 1000);

/** Records the admission in the call. Returns whether the request was admitted; if not, it is a replay. */
function recordAdmission(call: Call, admission: KeyedAdmission): boolean {
  if (admission.outcome === 'key_reused') throw new ServiceError('idempotency_key_reused');
  if (admission.outcome === 'answered') call.replayed = admission.completed;
  else if (admission.outcome === 'admitted') call.admitted = true;
  else throw new LimitExceeded(admission, call.gateway.clock());
  call.headers = rateLimitHeaders(admission);
  return call.admitted;
}
