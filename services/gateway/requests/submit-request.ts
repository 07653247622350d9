import { publish } from '@styling/bus';
import {
  type Capability,
  createEvent,
  idFrom,
  limits,
  MEGABYTE,
  type RequestAccepted,
  requestAccepted,
  type StoredJob,
} from '@styling/contracts';
import { inspectImage } from '@styling/imaging';
import { INPUT_MIME_TYPE, inputMetadata, objectNames, packInput } from '@styling/objectstore';
import { ServiceError, settledWithin, toServiceError } from '@styling/service';
import type { KeyedAdmission } from '../admission/admit-once.ts';
import { idempotencyKey, readIdempotencyKey } from '../admission/idempotency-key.ts';
import { LimitExceeded, rateLimitHeaders } from '../admission/limit-exceeded.ts';
import type { Call } from '../http/define-endpoint.ts';
import { SOURCE } from '../http/record-answer.ts';
import { ABANDON_WITHIN_MS, abandon } from './abandon.ts';
import { readCancelAfter } from './cancel-after.ts';
import { readAsynchronous } from './prefer.ts';
import type { Submitted } from './submitted.ts';

/** How long a client waits for its failed request to be ended, in ms, so that its next one is not refused. */
const ABANDON_WAIT_MS = 1_000;
/** How long the log may take to acknowledge a request, in ms. */
const ACCEPT_TIMEOUT_MS = 3_000;

/** A request whose body is valid, for a capability to do. */
export type Submission<Fields extends object> = {
  readonly capability: Capability;
  /** A contract with the capability, e.g. `TryOnInput`. */
  readonly fields: Fields;
  /** Images of the body, by the name of their field. */
  readonly pictures?: Readonly<Record<string, Uint8Array>>;
  /** How many images the request may make. */
  readonly images: number;
  /** What it costs of the day, default 1. */
  readonly cost?: number;
};

/**
 * Checks the images of a request, admits it, stores its input and publishes that it was accepted; or finds that it is a replay. The input is stored
 * before the event is published (claim check), and the wait begins before either, so that no completion is missed. The API
 * key is checked again once the slot is taken: the body may have taken a while, and when a key has been revoked and its
 * user's slot is free, nothing more is done for that key.
 *
 * @throws LimitExceeded when it is refused
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
  const admission = await gateway.admitter.admit({ ...request, deadline }, key);
  if (asynchronous && admission.outcome === 'in_progress' && admission.repeats !== undefined) {
    call.headers = rateLimitHeaders(admission);
    const { repeats, used, limit } = admission;
    return { is: 'running', request_id: repeats, used, limit };
  }
  if (!recordAdmission(call, admission)) return { is: 'replay' };

  const expectation = gateway.completions.expect(request_id, deadline);
  const abandonUntil = performance.now() + Math.min(gateway.requestTimeoutMs, ABANDON_WITHIN_MS);
  try {
    const repeatable = key !== undefined || asynchronous !== undefined;
    const cancel_at_deadline = cancelAfterMs !== undefined;
    const accepted = await handOver(call, {
      capability,
      input,
      images,
      cost,
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

type HandOver = Required<Pick<Submission<object>, 'capability' | 'images' | 'cost'>> & {
  /** Fields and pictures, packed. */
  readonly input: Uint8Array;
  readonly deadline: Date;
  readonly cancel_at_deadline: boolean;
  readonly repeatable: boolean;
};

/** Stores the input of an admitted request and publishes `request.accepted`. @returns what the log has acknowledged */
async function handOver(
  { gateway, endpoint, request_id, received_at, caller }: Call,
  { capability, input, images, cost, deadline, cancel_at_deadline, repeatable }: HandOver,
): Promise<RequestAccepted['data']> {
  const object = objectNames.input(request_id);
  const active = gateway.keys.isActive(caller.key_id);
  // Awaited after the put, so that if the request is ended, its input exists and is deleted.
  active.catch(() => undefined);
  const image_ids = Array.from({ length: images }, () => idFrom('img', gateway.random(12)));
  await gateway.store.put(
    object,
    input,
    INPUT_MIME_TYPE,
    inputMetadata({ ...caller, image_ids, gateway: gateway.name, deadline }),
  );
  if (!(await active)) throw new ServiceError('invalid_api_key');
  const accepted = createEvent(requestAccepted, SOURCE, gateway.clock(), {
    request_id,
    ...caller,
    endpoint: endpoint.path,
    capability,
    gateway: gateway.name,
    input: object,
    image_ids,
    repeatable,
    cost,
    received_at: received_at.toISOString(),
    deadline: deadline.toISOString(),
    cancel_at_deadline,
  });
  await publish(gateway.bus, accepted, { timeoutMs: ACCEPT_TIMEOUT_MS });
  return accepted.data;
}

/** The job of a request that was accepted just now. */
const jobOf = ({
  request_id,
  user_id,
  key_id,
  endpoint,
  capability,
  received_at,
  deadline,
}: RequestAccepted['data']): StoredJob => ({
  ...{ request_id, user_id, key_id, endpoint, capability, deadline, created_at: received_at, status: 'queued' },
  ...{ started_at: null, cancel_requested_at: null, completed_at: null, ending: null },
});
