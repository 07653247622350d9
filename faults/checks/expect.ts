import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, statusOf } from '../load/client.ts';
import type { Outcome } from '../load/journal.ts';
import type { Observed } from '../observer.ts';
import type { Stage } from '../stage.ts';
import { markIn } from '../system/model-times.ts';
import type { Parts } from '../system/parts.ts';

/** The `request.accepted` of the latest request of `client`, who has made `number` of them (default 1). */
export async function acceptedOf({ observer }: Stage, { user }: Client, number = 1): Promise<Observed> {
  const own = ({ type, data }: Observed) => type === 'request.accepted' && data.user_id === user;
  const found = await observer.find(`accepted request ${number} of ${user}`, (message) => {
    if (!own(message)) return false;
    return [...observer.messages.values()].filter((one) => own(one) && one.seq <= message.seq).length >= number;
  });
  return found;
}

/** The completion of the request, once it is in the log. */
export const endOf = ({ observer }: Stage, request_id: unknown): Promise<Observed> =>
  observer.find(`end of ${request_id}`, ({ id }) => id === `${request_id}/completed`, 30_000);

/** Number of predictions for the request with this mark. */
export const modelCalls = ({ fakes }: Parts, mark: string): number =>
  fakes.replicate.predictions.filter(({ input }) => markIn(input) === mark).length;

const ASK_AGAIN_MS = 200;

/**
 * Repeats the request until the answer has `status`, as a client that was refused would.
 *
 * @throws Error that names the last status when it takes longer than `withinMs`
 */
export async function answeredWith(
  status: number,
  ask: () => Promise<Outcome>,
  withinMs = 15_000,
): Promise<Extract<Outcome, { kind: 'answered' }>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const outcome = await ask();
    if (outcome.kind === 'answered' && outcome.status === status) return outcome;
    if (performance.now() > deadline)
      throw new Error(`not ${status} within ${withinMs / 1000} s but ${statusOf(outcome)}`);
    await sleep(ASK_AGAIN_MS);
  }
}
