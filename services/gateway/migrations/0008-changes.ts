import { type Kysely, sql } from 'kysely';

/**
 * How many changes a user has made on a day, in `admission`; indexes for the lists of a user's keys and sessions, of which ended ones
 * stay.
 *
 * Gateways of the version before count nothing, and begin a new day without these columns: so the count has a day of its own.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table admission
      add column changes integer not null default 0,
      add column changes_day date`.execute(db);
  await sql`
    create index api_key_unrevoked on api_key (user_id, created_at, key_id) where status <> 'revoked'`.execute(db);
  await sql`
    create index api_key_revoked on api_key (user_id, created_at, key_id)
    where kind = 'key' and status = 'revoked'`.execute(db);
  await sql`
    create index api_key_last_used on api_key (user_id, last_used_at desc nulls last, key_id)`.execute(db);
}
