import { dayKey } from './known.ts';
import type { DayTable } from './tables.ts';
import { eventIdOf, type Fact } from './user-event.ts';

/** Parts of a day's limit that are events, per cent. */
const THRESHOLDS = [80, 100];

/** What the end of a request adds to its user's day. */
type Cost = Pick<Fact, 'user_id' | 'key_id' | 'timestamp'> & {
  /** UTC day on which the request arrived. */
  readonly day: string;
  readonly cost: number;
  /** Limit of the day when it was admitted; null if the event does not have it, then no threshold is reached. */
  readonly daily_limit: number | null;
};

/**
 * Adds a cost to its day in `days`. Each threshold is reached once for a day and a limit, as a changed limit has thresholds of its own.
 * All of it follows from the log: the sum of what ended, by the order of the ends.
 */
export function reachedThresholds({ day, cost, daily_limit, ...about }: Cost, days: Map<string, DayTable>): Fact[] {
  if (cost === 0) return [];
  const { user_id } = about;
  const key = dayKey(user_id, day);
  const before = days.get(key) ?? { user_id, day, used: 0, daily_limit, reached: 0 };
  const used = before.used + cost;
  const isSame = daily_limit === null || daily_limit === before.daily_limit;
  const limit = daily_limit ?? before.daily_limit;
  const already = isSame ? before.reached : 0;
  const reached = limit ? THRESHOLDS.filter((percent) => percent > already && used * 100 >= limit * percent) : [];
  days.set(key, { user_id, day, used, daily_limit: limit, reached: reached.at(-1) ?? already });
  return reached.map((percent) => ({
    event_id: eventIdOf(`${user_id}/${day}/${limit}/${percent}`),
    ...about,
    type: 'usage.threshold',
    data: { day, percent, used, limit: limit ?? 0 },
  }));
}
