import type { EventOf, requestCharged } from '@styling/contracts';
import { sharedStatement } from '@styling/database';
import { ServiceError } from '@styling/service';
import { type Kysely, sql } from 'kysely';
import { dayOf, secondsToReset } from '../admission/admission.ts';

/**
 * The budget of a deployment: a fold of the charges in the log, the same for all gateways and after any restart.
 * Requests that run when it is reached end as they would, and may exceed it.
 * @param usd of a day (UTC); undefined: without limit, and without a query
 */
export function createBudget(db: Kysely<unknown>, clock: () => Date, usd: number | undefined) {
  const charged = sharedStatement(async (days: readonly string[]) => {
    const { rows } = await sql<{ day: string; usd: number }>`
      select day, usd from spending where day = any(${days}::date[])`.execute(db);
    return days.map((day) => rows.find((row) => row.day === day)?.usd ?? 0);
  });
  return {
    /** @throws ServiceError `budget_exhausted` once as much was charged today as may be, with the seconds until midnight UTC */
    async check(): Promise<void> {
      const now = clock();
      if (usd === undefined || (await charged(dayOf(now))) < usd) return;
      throw new ServiceError('budget_exhausted', { retry_after: secondsToReset(now) });
    },
  };
}

/** Days (UTC) for which charges are kept: longer than any of them can be published again. */
const KNOWN_FOR = 7;

/** Adds charges to the spending of their days (UTC), each id once; days that are long over are forgotten. */
export async function applyCharges(db: Kysely<unknown>, charges: readonly EventOf<typeof requestCharged>[]) {
  await sql`
    with charged as (
      select distinct on (charge_id) charge_id, charged_at, usd
      from unnest(
        ${charges.map(({ id }) => id)}::text[],
        ${charges.map(({ time }) => time)}::timestamptz[],
        ${charges.map(({ data }) => data.usd)}::double precision[]
      ) as charged (charge_id, charged_at, usd)
      order by charge_id, charged_at
    ),
    added as (
      insert into charge (charge_id, charged_at, usd) select charge_id, charged_at, usd from charged
      on conflict (charge_id) do nothing
      returning (charged_at at time zone 'UTC')::date as day, usd
    )
    insert into spending (day, usd) select day, sum(usd) from added group by day
    on conflict (day) do update set usd = spending.usd + excluded.usd`.execute(db);
  const latest = charges.reduce((last, { time }) => Math.max(last, Date.parse(time)), 0);
  const known = dayOf(new Date(latest - KNOWN_FOR * 86_400_000));
  await sql`delete from charge where charged_at < ${`${known}T00:00:00.000Z`}`.execute(db);
  await sql`delete from spending where day < ${known}`.execute(db);
}
