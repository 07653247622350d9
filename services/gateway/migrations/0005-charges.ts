import type { Kysely } from 'kysely';

/** What providers charged: each charge by its id, and the sum of each day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('charge')
    .addColumn('charge_id', 'text', (column) => column.primaryKey())
    .addColumn('charged_at', 'timestamptz', (column) => column.notNull())
    .addColumn('usd', 'double precision', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('charge_charged_at').on('charge').column('charged_at').execute();
  await db.schema
    .createTable('spending')
    .addColumn('day', 'date', (column) => column.primaryKey())
    .addColumn('usd', 'double precision', (column) => column.notNull())
    .execute();
}
