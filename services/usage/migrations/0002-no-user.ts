import { type Kysely, sql } from 'kysely';

/**
 * Usage is kept by key alone: once the gateway has forgotten whose a key was, no table says it. The rows begin anew, so
 * that no page keeps the old ones: the projection makes them again from the log when it starts.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`truncate answered_request, key_day, key_total`.execute(db);
  await sql`delete from checkpoint`.execute(db);
  await db.schema.alterTable('answered_request').dropColumn('user_id').execute();
}
