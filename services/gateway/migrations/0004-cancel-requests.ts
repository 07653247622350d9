import { type Kysely, sql } from 'kysely';

/** Cancel requests of requests that have not ended yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table cancel_request (request_id text primary key, requested_at timestamptz not null)`.execute(db);
}
