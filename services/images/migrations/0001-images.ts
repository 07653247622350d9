import { createCheckpointTable } from '@styling/projections';
import { type Kysely, sql } from 'kysely';

/** The image records, and how far in the log they are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCheckpointTable(db);
  await db.schema
    .createTable('image')
    .addColumn('image_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('object', 'text', (column) => column.notNull())
    .addColumn('mime_type', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('persistent', 'boolean', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz')
    .addColumn('deleted', 'boolean', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('image_of_user')
    .on('image')
    .columns(['user_id', 'created_at desc', 'image_id desc'])
    .where(sql.ref('deleted'), '=', false)
    .execute();
  await db.schema
    .createIndex('image_expiry')
    .on('image')
    .column('expires_at')
    .where(sql.ref('deleted'), '=', false)
    .execute();
}
