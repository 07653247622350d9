import { type Kysely, sql } from 'kysely';

/** Null in rows projected earlier, until a rebuild. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table image
      add column width integer,
      add column height integer,
      add column provider text,
      add column model text,
      add column approximations jsonb,
      add column request_id text`.execute(db);
}
