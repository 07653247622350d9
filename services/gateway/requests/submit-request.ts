import { publish } from '@styling/bus';
import { type Capability, createEvent, type Endpoint, idFrom, requestAccepted } from '@styling/contracts';
import { INPUT_MIME_TYPE, objectNames } from '@styling/objectstore';
import { ServiceError, settledWithin, toServiceError } from '@styling/service';
import type { Answered } from '../admission/admit-once.ts';
import type { IdempotencyKey } from '../admission/idempotency-key.ts';
import { rateLimitHeaders, refusal } from '../admission/rate-limit.ts';
import type { EndpointDependencies, RequestContext } from '../dependencies.ts';
import type { Answer } from '../http/answer.ts';
import { SOURCE } from '../http/record-answer.ts';
import { abandon } from './abandon.ts';
import type { Expectation } from './completions.ts';

/** How long a client waits for its failed request to be ended, in ms: then its next one is not refused. */
const ABANDON_WAIT_MS = 3_000;

/** A checked request that a capability is to do. */
export type Submission = {
  readonly endpoint: Endpoint;
  readonly capability: Capability;
  /** What the capability reads from the object store (`packInput`); its fields are its contract, e.g. `tryOnInput`. */
  readonly input: Uint8Array;
  /** How many images the request may make. */
  readonly imageCount: number;
};

/**
 * Admits a request, stores its input and says that it was accepted. The input is in the object store before the event
 * is in the log (claim check), and the wait begins before either, so that no answer can pass unseen.
 *
 * Its body may have taken a while to arrive, so the key is looked at once more when the slot is taken: whoever revokes a
 * key and then finds the slot free knows that nothing more will be done for it.
 *
 * @returns the wait for its terminal event, the 429 that refuses it, or the answer that its key has already
 * @throws ServiceError `idempotency_key_reused`; `unavailable`, or `invalid_api_key` when the API key was revoked meanwhile:
 *   the request is then ended, its slot free and its count given back
 */
export async function submitRequest(
  deps: EndpointDependencies,
  context: RequestContext,
  submission: Submission,
  key: IdempotencyKey | undefined,
): Promise<Expectation | Answer | Answered> {
  const { admitOne, dailyLimit, completions, clock, random } = deps;
  const { request_id, received_at, caller } = context;
  const { endpoint, capability } = submission;
  const deadline = new Date(received_at.getTime() + deps.requestTimeoutMs);
  const admission = await admitOne({ request_id, ...caller, endpoint, received_at, deadline }, key);
  if (admission.outcome === 'answered') return admission;
  if (admission.outcome === 'key_reused') throw new ServiceError('idempotency_key_reused');
  if (admission.outcome !== 'admitted') return refusal(admission, dailyLimit, clock());

  context.accepted = true;
  context.headers = rateLimitHeaders(dailyLimit, admission.used);
  const expectation = completions.expect(request_id, deadline);
  try {
    const input = objectNames.input(request_id);
    const active = deps.keys.isActive(caller.key_id);
    // Awaited last, so that what ends the request finds its input stored.
    active.catch(() => undefined);
    await deps.store.put(input, submission.input, INPUT_MIME_TYPE);
    if (!(await active)) throw new ServiceError('invalid_api_key');
    const image_ids = Array.from({ length: submission.imageCount }, () => idFrom('img', random(12)));
    const event = createEvent(requestAccepted, SOURCE, clock(), {
      request_id,
      ...caller,
      endpoint,
      capability,
      input,
      image_ids,
      repeatable: key !== undefined,
      received_at: received_at.toISOString(),
      deadline: deadline.toISOString(),
    });
    await publish(deps.bus, event);
    return expectation;
  } catch (error) {
    expectation.cancel();
    const failure = toServiceError(error);
    const ended = abandon(deps, { request_id, ...caller, endpoint, received_at }, failure, deps.requestTimeoutMs);
    // With the log away that takes until it is back, which the client need not wait for.
    await settledWithin(ended, ABANDON_WAIT_MS);
    throw failure;
  }
}
