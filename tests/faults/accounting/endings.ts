import { hash } from 'node:crypto';
import { costOf } from '@styling/contracts';
import type { Observed } from '../observer.ts';
import type { Admission, Evidence } from './gather.ts';

/** `completed` has the first terminal event of each request, which decides. */
export type ById = ReadonlyMap<string, Observed>;

/**
 * Counts requests with different endings, as of a late worker. Violations: a gateway, which must have read the earlier
 * ending, contradicts it, or usage follows a later one.
 */
export function contradictoryEndings(evidence: Evidence): { count: number; wrong: string[] } {
  const completed = evidence.kept.filter(({ type }) => type === 'request.completed');
  const requests = Map.groupBy(completed, ({ data }) => String(data.request_id));
  const contradictory = [...requests].filter(([, ends]) => new Set(ends.map(({ data }) => data.status)).size > 1);
  return { count: contradictory.length, wrong: contradictory.flatMap(([id, ends]) => judge(evidence, id, ends) ?? []) };
}

function judge(evidence: Evidence, request: string, endings: readonly Observed[]): string | undefined {
  const first = endings[0]?.data.status;
  const usage = evidence.usageRows.get(request);
  const isOverruled = endings.some(({ data }) => data.answered_by === 'gateway' && data.status !== first);
  if (!isOverruled && usage === first) return undefined;
  const key = evidence.keyRows.find(({ request_id }) => request_id === request);
  const answers = evidence.attempts.flatMap(({ answer }) => (answer.requestId === request ? answer.status : []));
  const said = endings.map(({ data }) => `${data.status} by ${data.answered_by}`).join(', then ');
  const held = key ? (key.completed?.status ?? 'open') : 'none';
  return `${request} ended ${said}; client ${answers.join(', ') || 'no answer'}, usage ${usage}, key ${held}`;
}

export const wrongJobs = ({ jobRows }: Evidence, completed: ById): string[] =>
  [...jobRows].flatMap(([id, status]) => {
    const end = completed.get(id)?.data.status ?? null;
    return end === status ? [] : `${id} is ${status}, the log has ${end}`;
  });

/** Kept under the key of the request; after another status the key is free. */
const KEPT = [200, 400];

/** Keys with another answer, or missing after a 200, whose next try would be a new request. */
export function wrongKeys({ attempts, keyRows }: Evidence, completed: ById): string[] {
  const wrong = keyRows.flatMap(({ request_id, completed: stored }) => {
    const status = completed.get(request_id)?.data.status;
    if (stored && stored.status === status && KEPT.includes(Number(status))) return [];
    return `${request_id} is ${stored ? stored.status : 'open'} under its key, the log has ${status}`;
  });
  const there = new Set(keyRows.map(({ user_id, digest }) => `${user_id} ${digest}`));
  const lost = attempts.flatMap(({ user, idempotencyKey, answer }) => {
    if (idempotencyKey === undefined || answer.status !== 200) return [];
    const isThere = there.has(`${user} ${hash('sha256', idempotencyKey)}`);
    return isThere ? [] : `${answer.requestId} was answered 200, its key is gone`;
  });
  return [...wrong, ...new Set(lost)];
}

/** Users with a wrong used count. A day begins with the first request that a gateway's clock puts into it. */
export function miscounted({ admissions, kept }: Evidence, completed: ById): string[] {
  const requests = [...Map.groupBy(kept, ({ data }) => data.request_id).values()];
  return admissions.flatMap((admission) => {
    const own = requests.flatMap(([first]) => (first?.data.user_id === admission.user_id ? first : []));
    return miscount(admission, own, completed) ?? [];
  });
}

/** @param requests the first event of each, in the order of the log */
function miscount({ user_id, day, used }: Admission, requests: readonly Observed[], completed: ById) {
  // Around midnight, or without a `request.accepted`, the day of admission is uncertain.
  let [least, most, hasBegun, mayHaveBegun] = [0, 0, false, false];
  for (const { type, data, time } of requests) {
    const [early = '', late = ''] = [String(data.received_at), time].map((moment) => moment.slice(0, 10)).sort();
    const isAccepted = type === 'request.accepted';
    if (isAccepted && early > day) return `${user_id} is still on ${day}, not on ${early}`;
    hasBegun ||= isAccepted && early >= day;
    mayHaveBegun ||= late >= day;
    const end = completed.get(String(data.request_id))?.data;
    if (!end || end.answered_by === 'gateway') continue;
    const cost = costOf(end as Parameters<typeof costOf>[0]);
    least += hasBegun ? cost : 0;
    most += mayHaveBegun ? cost : 0;
  }
  if (used >= least && used <= most) return undefined;
  return `${user_id} has used ${used} of ${day}, not ${[...new Set([least, most])].join(' to ')}`;
}
