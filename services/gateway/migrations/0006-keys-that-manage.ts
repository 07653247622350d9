import { type Kysely, sql } from 'kysely';

/** Whether a key may manage its user's keys. Gateways of the version before do not read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table api_key add column may_manage boolean not null default false`.execute(db);
}
