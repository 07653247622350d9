import type { Kysely } from 'kysely';
import { createCheckpointTable } from '../checkpoint.ts';

/** Tables of the projection that this package's tests run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCheckpointTable(db);
  await db.schema
    .createTable('taken')
    .addColumn('event_id', 'text', (column) => column.primaryKey())
    .addColumn('seq', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('taken_by_seq').on('taken').column('seq').execute();
  await db.schema
    .createTable('tally')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('images', 'integer', (column) => column.notNull())
    .addColumn('chain', 'text', (column) => column.notNull())
    .execute();
}
