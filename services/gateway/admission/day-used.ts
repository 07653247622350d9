import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from '../tables.ts';
import type { DayUsed } from './admission.ts';

/** A user and a day, YYYY-MM-DD. */
export type UserDay = { readonly user_id: string; readonly day: string };

/**
 * How much each of these users has used of its day, in the same order.
 *
 * @param dailyLimit of users without one of their own
 */
export async function daysUsed(
  db: Kysely<GatewayTables>,
  asked: readonly UserDay[],
  dailyLimit: number,
): Promise<DayUsed[]> {
  const { rows } = await sql<DayUsed>`
    select coalesce(a.used, 0) as used, coalesce(l.daily, ${dailyLimit}) as limit
    from unnest(${asked.map(({ user_id }) => user_id)}::text[], ${asked.map(({ day }) => day)}::date[])
      with ordinality as asked (user_id, day, place)
    left join admission as a on a.user_id = asked.user_id and a.day >= asked.day
    left join user_limit as l on l.user_id = asked.user_id
    order by place`.execute(db);
  return rows;
}
