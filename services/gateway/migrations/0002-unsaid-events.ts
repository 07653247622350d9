import { type Kysely, sql } from 'kysely';

/** Events that could not be put to the log at once; said later, and deleted then. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('unsaid_event')
    .addColumn('event_id', 'text', (column) => column.primaryKey())
    .addColumn('event', 'jsonb', (column) => column.notNull())
    .addColumn('trace', 'jsonb', (column) => column.notNull())
    .addColumn('kept_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
}
