import type { EventOf, requestCharged } from '@styling/contracts';
import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from '../tables.ts';

/** How long the charges of a day are known, in days (UTC): longer than any of them can be published again. */
const KNOWN_FOR = 7;

/** Adds charges to the spending of their days (UTC), each id once; days that are long over are forgotten. */
export async function applyCharges(
  db: Kysely<GatewayTables>,
  charges: readonly EventOf<typeof requestCharged>[],
): Promise<void> {
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
  const known = new Date(latest - KNOWN_FOR * 86_400_000).toISOString().slice(0, 10);
  await db
    .deleteFrom('charge')
    .where('charged_at', '<', new Date(`${known}T00:00:00.000Z`))
    .execute();
  await db.deleteFrom('spending').where('day', '<', known).execute();
}
