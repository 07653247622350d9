import { hash } from 'node:crypto';
import type { Observed } from '../observer.ts';
import type { Evidence } from './evidence.ts';

/** Statuses whose answer is kept under the key of its request; after another the key is free. */
const KEPT = [200, 400];

/**
 * Compares the idempotency keys, once all requests have ended, with the first terminal event of each request. The key of a
 * request that was answered 200 must be there, or its next try is a new request.
 * @param completed the terminal event of each request
 * @returns how many keys there are, and the violations
 */
export function wrongKeys(
  { attempts, keyRows }: Evidence,
  completed: ReadonlyMap<string, Observed>,
): [number, readonly string[]] {
  const wrong = keyRows.flatMap(({ request_id, completed: stored }) => {
    const status = completed.get(request_id)?.data.status;
    if (stored && stored.status === status && KEPT.includes(Number(status))) return [];
    return [`${request_id} is ${stored ? stored.status : 'open'} under its key, the log has ${status}`];
  });
  const there = new Set(keyRows.map(({ user_id, digest }) => `${user_id} ${digest}`));
  const lost = attempts.flatMap(({ user, idempotencyKey, outcome }) => {
    if (idempotencyKey === undefined || outcome?.kind !== 'answered' || outcome.status !== 200) return [];
    const isThere = there.has(`${user} ${hash('sha256', idempotencyKey)}`);
    return isThere ? [] : [`${outcome.requestId} was answered 200, its key is gone`];
  });
  return [keyRows.length, [...wrong, ...new Set(lost)]];
}
