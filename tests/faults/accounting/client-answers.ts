import type { Attempt } from '../load/journal.ts';
import type { Observed } from '../observer.ts';

/** Statuses that a gateway may answer although the request ends otherwise: it did not receive or could not publish the end. */
const WITHOUT_THE_END = new Set([503, 504]);

/**
 * Answers to clients that the log does not contain or contradicts.
 * @param answered the terminal event of each request, or that it was answered as a read
 * @param created the first event of each image
 */
export function contradicted(
  posts: readonly Attempt[],
  answered: ReadonlyMap<string, Observed>,
  created: ReadonlyMap<string, Observed>,
): string[] {
  return posts.flatMap(({ outcome, path }) => {
    if (outcome?.kind !== 'answered' || outcome.requestId === '') return [];
    const { status, requestId, body } = outcome;
    const end = answered.get(requestId)?.data.status;
    // Of a repeat of a running job it is its own record.
    if (status === 202) return end === undefined ? [`${requestId} was answered 202 and has not ended`] : [];
    if (status === 200 && end !== 200) return [`${requestId} was answered 200, the log has ${end}`];
    if (status === 200 && path === '/try_on_outfit' && !created.has(String(body.image_id))) return [`${body.image_id}`];
    const differs = end !== undefined && end !== status && !WITHOUT_THE_END.has(status);
    return differs ? [`${requestId} was answered ${status}, the log has ${end}`] : [];
  });
}

/**
 * Number of answers that the log does not contain. Not a violation: an answer is sent even if it cannot be recorded, and
 * requests of unknown callers leave no record.
 */
export function unrecorded(attempts: readonly Attempt[], answered: ReadonlyMap<string, Observed>): number {
  return attempts.filter(
    ({ outcome }) =>
      outcome?.kind === 'answered' && ![401, 403].includes(outcome.status) && !answered.has(outcome.requestId),
  ).length;
}

/**
 * Requests that were retried with their `Idempotency-Key` and received a different success.
 * @returns how many requests had a key, and the violations
 */
export function inconsistentReplays(posts: readonly Attempt[]): [number, readonly string[]] {
  const keyed = posts.filter(({ idempotencyKey }) => idempotencyKey !== undefined);
  const requests = Map.groupBy(keyed, ({ user, idempotencyKey }) => `${user}'s ${idempotencyKey}`);
  const wrong = [...requests].filter(([, attempts]) => new Set(attempts.flatMap(successOf)).size > 1);
  return [requests.size, wrong.map(([request]) => request)];
}

const successOf = ({ outcome }: Attempt): string[] =>
  outcome?.kind === 'answered' && outcome.status === 200 ? [JSON.stringify(outcome.body)] : [];
