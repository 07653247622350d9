import { KEY_DAYS_AT_ONCE, type KeyDay } from '@styling/contracts';
import { type AsOf, checkpointsOf } from '@styling/projections';
import { type Kysely, sql } from 'kysely';
import type { UsageTables } from './tables.ts';
import { usageProjection } from './usage-projection.ts';

/** Keys, the first and the last UTC day, YYYY-MM-DD, and the last row of the previous page. */
export type DaysRequest = {
  readonly key_ids: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly after: Pick<KeyDay, 'day' | 'key_id' | 'endpoint'> | null;
};

/** A page of the usage of keys by day and endpoint, oldest day first. */
export async function usageDays(
  db: Kysely<UsageTables>,
  { key_ids, from, to, after }: DaysRequest,
): Promise<AsOf<KeyDay[]>> {
  const { day, key_id, endpoint } = after ?? { day: from, key_id: '', endpoint: '' };
  const { rows } = await sql<AsOf<KeyDay[]>>`
    select (select coalesce(json_agg(row), '[]') from (
      select day, key_id, endpoint, requests, refused, failed from key_day
      where key_id = any(${key_ids}::text[]) and day between ${from}::date and ${to}::date
        and (day, key_id, endpoint) > (${day}::date, ${key_id}::text, ${endpoint}::text)
      order by day, key_id, endpoint limit ${sql.lit(KEY_DAYS_AT_ONCE)}) as row) as value,
      ${checkpointsOf(usageProjection.name)} as checkpoints`.execute(db);
  return rows[0] ?? { value: [], checkpoints: {} };
}
