import type { Capability, RequestCompleted } from '@styling/contracts';
import { inspectImage } from '@styling/imaging';
import { packInput } from '@styling/objectstore';
import { usedToday } from '../admission/admission.ts';
import { rateLimitHeaders } from '../admission/limit-exceeded.ts';
import { release } from '../admission/release.ts';
import type { Call } from '../http/define-endpoint.ts';
import type { Expectation } from './completions.ts';
import { RequestFailed } from './request-failed.ts';
import { submitRequest } from './submit-request.ts';

/** A checked request that a capability is to do. */
export type CheckedRequest<Fields extends object = object> = {
  readonly capability: Capability;
  /** A contract with the capability, e.g. `TryOnInput`. */
  readonly fields: Fields;
  /** Images of the body, by the name of their field. */
  readonly pictures?: Readonly<Record<string, Uint8Array>>;
  /** How many images the request may make. */
  readonly images: number;
};

/**
 * Runs a counted request: checks it, submits it and waits until it has completed; a replay has.
 *
 * @param check reads the body
 * @returns the data of the terminal event, which is a success
 * @throws RequestFailed when it completed with an error
 * @throws ServiceError of `check`, of an image and of `submitRequest`; `deadline_exceeded`: the work continues and keeps the
 *   slot until it ends
 */
export async function runRequest(
  call: Call,
  check: (call: Call) => Promise<CheckedRequest>,
): Promise<RequestCompleted['data']> {
  const expectation = await submit(call, check);
  const completed = expectation ? await awaitAndRelease(call, expectation) : call.replayed;
  if (!completed) throw new Error('a replay without its completed request');
  if (completed.error) throw new RequestFailed(completed.status, completed.error);
  return completed;
}

/** A frame of its own, which ends before the wait: the images can then be collected. */
async function submit(call: Call, check: (call: Call) => Promise<CheckedRequest>): Promise<Expectation | undefined> {
  const { fields, pictures = {}, ...submission } = await check(call);
  for (const [field, bytes] of Object.entries(pictures)) await inspectImage(bytes, field);
  return submitRequest(call, { ...submission, input: packInput({ fields, pictures }) });
}

/** The slot is released before the response is sent: the client's next request must not be refused. */
async function awaitAndRelease(call: Call, expectation: Expectation): Promise<RequestCompleted['data']> {
  const { db, log, dailyLimit, clock } = call.gateway;
  const { data } = await expectation.outcome;
  try {
    await release(db, data);
    if (data.error) call.headers = rateLimitHeaders(dailyLimit, await usedToday(db, call.caller.user_id, clock()));
  } catch (error) {
    log.error({ err: error, request_id: data.request_id }, 'slot release failed; deferring to release consumer');
  }
  return data;
}
