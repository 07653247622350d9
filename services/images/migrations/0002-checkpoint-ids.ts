import { type Kysely, sql } from 'kysely';

/** The ids of the events at the checkpoints; without one a log is taken on trust until the next event. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table checkpoint add column if not exists event_id text`.execute(db);
}
