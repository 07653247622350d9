import { type Kysely, sql } from 'kysely';

/** Changes, with a day of their own: the version before begins a new `day` without them. Indexes for key lists. */
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
