import type { Attempt } from '../load/journal.ts';
import type { Observed } from '../observer.ts';

/** Statuses that a gateway may tell although the request ends otherwise: it did not hear the end, or could not say it. */
const WITHOUT_THE_END = new Set([503, 504]);

/**
 * What clients were told of their requests and the log does not know, or knows otherwise.
 *
 * @param completed the terminal event of each request
 * @param created the first event of each image
 */
export function untrue(
  posts: readonly Attempt[],
  completed: ReadonlyMap<string, Observed>,
  created: ReadonlyMap<string, Observed>,
): string[] {
  return posts.flatMap(({ outcome, path }) => {
    if (outcome?.kind !== 'answered' || outcome.requestId === '') return [];
    const { status, requestId, body } = outcome;
    const end = completed.get(requestId)?.data.status;
    if (status === 200 && end !== 200) return [`${requestId} was told 200, the log says ${end}`];
    if (status === 200 && path === '/try_on_outfit' && !created.has(String(body.image_id))) return [`${body.image_id}`];
    const differs = end !== undefined && end !== status && !WITHOUT_THE_END.has(status);
    return differs ? [`${requestId} was told ${status}, the log says ${end}`] : [];
  });
}

/**
 * An answer is given although it could not be recorded: the client is owed it. Hence a figure, and no fault. Those of
 * unknown callers leave no record.
 */
export function unrecorded(attempts: readonly Attempt[], completed: ReadonlyMap<string, Observed>): number {
  return attempts.filter(
    ({ outcome }) =>
      outcome?.kind === 'answered' && ![401, 403].includes(outcome.status) && !completed.has(outcome.requestId),
  ).length;
}

/**
 * Requests that were made again with their `Idempotency-Key` and told another success than before.
 *
 * @returns how many requests had a key, and those
 */
export function toldOtherwise(posts: readonly Attempt[]): [number, readonly string[]] {
  const keyed = posts.filter(({ idempotencyKey }) => idempotencyKey !== undefined);
  const requests = Map.groupBy(keyed, ({ user, idempotencyKey }) => `${user}'s ${idempotencyKey}`);
  const wrong = [...requests].filter(([, attempts]) => new Set(attempts.flatMap(successOf)).size > 1);
  return [requests.size, wrong.map(([request]) => request)];
}

const successOf = ({ outcome }: Attempt): string[] =>
  outcome?.kind === 'answered' && outcome.status === 200 ? [JSON.stringify(outcome.body)] : [];
