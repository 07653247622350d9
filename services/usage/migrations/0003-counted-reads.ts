import { type Kysely, sql } from 'kysely';

/** Reads that are counted together: a row stands for so many requests, and is not listed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table answered_request add column requests integer not null default 1`.execute(db);
  await sql`alter table answered_request add column is_listed boolean not null default true`.execute(db);
}
