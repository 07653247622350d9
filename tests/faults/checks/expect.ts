import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, statusOf } from '../load/client.ts';
import type { Answer, Outcome } from '../load/journal.ts';
import type { Observed } from '../observer.ts';
import type { Stage } from '../stage.ts';
import { markIn } from '../system/model-times.ts';
import type { Parts } from '../system/parts.ts';
import type { Replica } from '../system/replica.ts';

/** The `request.accepted` of the latest request of `client`, who has made `number` of them (default 1). */
export function acceptedOf({ observer }: Stage, { user }: Client, number = 1): Promise<Observed> {
  const own = ({ type, data }: Observed) => type === 'request.accepted' && data.user_id === user;
  return observer.find(`accepted request ${number} of ${user}`, (message) => {
    if (!own(message)) return false;
    return [...observer.messages.values()].filter((one) => own(one) && one.seq <= message.seq).length >= number;
  });
}

/** The completion of the request, once it is in the log. */
export const endOf = ({ observer }: Stage, request_id: unknown): Promise<Observed> =>
  observer.find(`end of ${request_id}`, ({ id }) => id === `${request_id}/completed`, 30_000);

/** Number of predictions for the request with this mark. */
export const modelCalls = ({ fakes }: Parts, mark: string): number =>
  fakes.replicate.predictions.filter(({ input }) => markIn(input) === mark).length;

const ASK_AGAIN_MS = 200;

/**
 * Repeats the request until it is answered 200, as a client that was refused would.
 * @throws Error that names the last status when it takes longer than `withinMs`
 */
export async function succeeded(ask: () => Promise<Outcome>, withinMs = 15_000): Promise<Answer> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const outcome = await ask();
    if (outcome.kind === 'answered' && outcome.status === 200) return outcome;
    if (performance.now() > deadline) throw new Error(`not 200 within ${withinMs / 1000} s but ${statusOf(outcome)}`);
    await sleep(ASK_AGAIN_MS);
  }
}

/** Makes a try-on, which has to leave so many requests of the day. */
export async function assertRemaining(client: Client, gateway: Replica, remaining: number, withinMs?: number) {
  const { headers } = await succeeded(() => client.tryOn(gateway), withinMs);
  assert.equal(headers.get('x-ratelimit-remaining'), String(remaining), 'counted wrongly');
}

/** The client has exactly `count` images. */
export async function assertImages(client: Client, gateway: Replica, count: number): Promise<void> {
  const { body } = await succeeded(() => client.get(gateway, '/images'));
  assert.equal((body.images as unknown[]).length, count);
}

/** Usage has exactly one try-on of the client. */
export async function assertOneTryOn(client: Client, gateway: Replica): Promise<void> {
  const { body } = await succeeded(() => client.get(gateway, '/usage'));
  assert.equal((body.requests_by_endpoint as Record<string, number>)['/try_on_outfit'], 1);
}
