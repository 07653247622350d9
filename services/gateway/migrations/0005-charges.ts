import { type Kysely, sql } from 'kysely';

/** What providers charged: each charge by its id, and the sum of each day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table charge (
      charge_id text primary key,
      charged_at timestamptz not null,
      usd double precision not null
    )`.execute(db);
  await sql`create index charge_charged_at on charge (charged_at)`.execute(db);
  await sql`create table spending (day date primary key, usd double precision not null)`.execute(db);
}
