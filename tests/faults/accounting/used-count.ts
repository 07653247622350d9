import { costOf } from '@styling/contracts';
import type { Observed } from '../observer.ts';
import type { Admission, Evidence } from './evidence.ts';

/**
 * The used count of a user equals what the accepted requests of its day cost by their endings; all else was given back. A day begins
 * with the first request that a gateway's clock puts into it and then stays, whatever other clocks say.
 * @param completed the terminal event of each request
 * @returns the sum of all counts, and the violations
 */
export function miscounted(
  { admissions, kept }: Evidence,
  completed: ReadonlyMap<string, Observed>,
): [number, readonly string[]] {
  const first = new Map(kept.toReversed().map((event) => [String(event.data.request_id), event]));
  const wrong = admissions.flatMap((admission) => {
    const own = [...first.values()].filter(({ data }) => data.user_id === admission.user_id);
    return miscount(admission, own.toReversed(), completed) ?? [];
  });
  return [admissions.reduce((sum, { used }) => sum + used, 0), wrong];
}

/** @param requests the first event of each request of the user, in the order of the log */
function miscount(
  { user_id, day, used }: Admission,
  requests: readonly Observed[],
  completed: ReadonlyMap<string, Observed>,
): string | undefined {
  // Admission lies between arrival and first event: around midnight, or without a `request.accepted`, its day is uncertain.
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
