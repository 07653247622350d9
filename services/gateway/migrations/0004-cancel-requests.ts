import type { Kysely } from 'kysely';

/** Cancel requests of requests that have not ended yet. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('cancel_request')
    .addColumn('request_id', 'text', (column) => column.primaryKey())
    .addColumn('requested_at', 'timestamptz', (column) => column.notNull())
    .execute();
}
