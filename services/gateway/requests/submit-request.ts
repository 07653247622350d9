import { DUPLICATE_WINDOW_MS, publish } from '@styling/bus';
import {
  createEvent,
  type DataOf,
  idFrom,
  limits,
  MEGABYTE,
  type RequestCompleted,
  requestAccepted,
  type StoredJob,
} from '@styling/contracts';
import { inspectImage } from '@styling/imaging';
import { INPUT_MIME_TYPE, inputMetadata, objectNames, packInput } from '@styling/objectstore';
import { ServiceError, settledWithin, toServiceError } from '@styling/service';
import type { DayUsed } from '../admission/admission.ts';
import { LimitExceeded, rateLimitHeaders } from '../admission/rate-limit.ts';
import { PUBLISH_TIMEOUT_MS, SOURCE } from '../dependencies.ts';
import type { Gateway } from '../gateway.ts';
import type { Call, Submission } from '../http/define-endpoint.ts';
import type { Expectation } from './completions.ts';
import { endRequest, type UnendedRequest } from './end-request.ts';
import { idempotencyKey, readAsynchronous, readCancelAfter, readIdempotencyKey } from './request-headers.ts';

/** `replay`, `running`: an earlier request with the same key; `waitMs`: how long an asynchronous client waits first. */
export type Submitted = { readonly waitMs: number | undefined } & (
  | { readonly is: 'accepted'; readonly expectation: Expectation; readonly job: StoredJob }
  | { readonly is: 'replay'; readonly completed: RequestCompleted['data'] }
  | (DayUsed & { readonly is: 'running'; readonly request_id: string })
);

/** Time-out of ending a request that could not be handed over: well within the window for duplicate endings. */
const ABANDON_WITHIN_MS = DUPLICATE_WINDOW_MS / 2;

/** How long a client waits for its failed request to be ended, so that its next one is not refused. */
const ABANDON_WAIT_MS = 1_000;

/**
 * Checks images, admits the request, stores its input and then publishes `request.accepted` (claim check); the wait
 * begins before either, so that no completion is missed. The API key is checked again once the slot is taken: when a
 * key has been revoked and its user's slot is free, nothing more is done for that key.
 * @throws LimitExceeded when it is refused
 * @throws ServiceError `budget_exhausted`, `pictures_too_large`, `invalid_preference`, `invalid_deadline`,
 *   `invalid_idempotency_key`, `idempotency_key_reused`; `unavailable`, or `invalid_api_key` when the API key was
 *   revoked meanwhile: the request is then ended, its slot free and its count given back
 */
export async function submitRequest(
  call: Call,
  { capability, fields, pictures = {}, images, cost = 1 }: Submission,
): Promise<Submitted> {
  const { gateway, endpoint, request_id, received_at, caller } = call;
  const { headers } = call.request;
  // Once this function has ended, nothing of the body is in memory.
  using _memory = call.memory;
  using _turn = call.turn;
  const size = Object.values(pictures).reduce((sum, { length }) => sum + length, 0);
  if (size > limits.picturesMegabytes * MEGABYTE) throw new ServiceError('pictures_too_large');
  for (const [field, bytes] of Object.entries(pictures)) await inspectImage(bytes, field);
  const input = packInput({ fields, pictures });
  const waitMs = readAsynchronous(headers);
  const isAsynchronous = waitMs !== undefined;
  const header = readIdempotencyKey(headers);
  const key = header === undefined ? undefined : idempotencyKey(header, endpoint.path, input);
  // A client that does not hold its connection may let the request take longer.
  const mostSeconds = isAsynchronous ? limits.cancelAfterSeconds : Math.floor(gateway.requestTimeoutMs / 1000);
  const cancelAfterMs = readCancelAfter(headers, mostSeconds);
  const deadline = new Date(received_at.getTime() + (cancelAfterMs ?? gateway.requestTimeoutMs));
  const asked = { request_id, ...caller, endpoint: endpoint.path };
  const request = { ...asked, received_at, cost };
  // With a key it may be a replay, which costs nothing.
  if (!key) await gateway.budget.check();
  const admission = await gateway.admitter.admit({ ...request, deadline, idempotencyKey: key });
  if (admission.outcome === 'key_reused') throw new ServiceError('idempotency_key_reused');
  call.headers = rateLimitHeaders(admission);
  if (admission.outcome === 'answered') return { is: 'replay', waitMs, completed: admission.completed };
  if (admission.outcome !== 'admitted') {
    const { used, limit } = admission;
    const repeats = admission.outcome === 'in_progress' ? admission.repeats : undefined;
    if (!isAsynchronous || repeats === undefined) throw new LimitExceeded(admission, gateway.clock());
    return { is: 'running', waitMs, request_id: repeats, used, limit };
  }
  call.admitted = true;

  const cancel_at_deadline = cancelAfterMs !== undefined;
  const expectation = gateway.completions.expect(request_id, deadline, cancel_at_deadline);
  try {
    if (key) await gateway.budget.check();
    const image_ids = Array.from({ length: images }, () => idFrom('img', gateway.random(12)));
    const accepted: DataOf<typeof requestAccepted> = {
      ...asked,
      capability,
      gateway: gateway.name,
      input: objectNames.input(request_id),
      image_ids,
      repeatable: key !== undefined || isAsynchronous,
      cost,
      daily_limit: admission.limit,
      received_at: received_at.toISOString(),
      deadline: deadline.toISOString(),
      cancel_at_deadline,
    };
    await handOver(call, accepted, input);
    const job: StoredJob = {
      ...asked,
      capability,
      deadline: accepted.deadline,
      created_at: accepted.received_at,
      status: 'queued',
      started_at: null,
      cancel_requested_at: null,
      completed_at: null,
      ending: null,
    };
    return { is: 'accepted', waitMs, expectation, job };
  } catch (error) {
    const failure = toServiceError(error);
    // While the log is unreachable this takes until it is back, longer than the client need wait.
    await settledWithin(abandon(gateway, request, failure, expectation), ABANDON_WAIT_MS);
    throw failure;
  }
}

/** @throws ServiceError `unavailable`; `invalid_api_key` when the API key was revoked meanwhile */
async function handOver({ gateway, caller }: Call, accepted: DataOf<typeof requestAccepted>, input: Uint8Array) {
  const active = gateway.keys.isActive(caller.key_id);
  // Awaited after the put, so that if the request is ended, its input exists and is deleted.
  active.catch(() => undefined);
  const deadline = new Date(accepted.deadline);
  const metadata = inputMetadata({ ...caller, image_ids: accepted.image_ids, gateway: gateway.name, deadline });
  await gateway.store.put(accepted.input, input, INPUT_MIME_TYPE, metadata);
  if (!(await active)) throw new ServiceError('invalid_api_key');
  const event = createEvent(requestAccepted, SOURCE, gateway.clock(), accepted);
  await publish(gateway.bus, event, { timeoutMs: PUBLISH_TIMEOUT_MS });
}

/** Releases the slot by the first ending in the log. Never rejects: else the deadline or the sweep ends the request. */
async function abandon(gateway: Gateway, request: UnendedRequest, reason: ServiceError, expectation: Expectation) {
  const timeoutMs = Math.min(gateway.requestTimeoutMs, ABANDON_WITHIN_MS);
  try {
    await Promise.all([
      endRequest(gateway, request, reason, timeoutMs),
      expectation.outcome.then(({ data }) => gateway.release(data)),
    ]);
  } catch (error) {
    const { request_id } = request;
    gateway.log.error({ err: error, request_id }, 'abandoning a request failed; leaving it to the sweep');
  }
}
