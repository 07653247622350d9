import { createCheckpointTable } from '@styling/projections';
import type { Kysely } from 'kysely';

/** The images that exist, the ids of deleted ones, and of erased users the ids of their keys. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCheckpointTable(db);
  await db.schema
    .createTable('image')
    .addColumn('image_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('object', 'text', (column) => column.notNull())
    .addColumn('mime_type', 'text', (column) => column.notNull())
    .addColumn('category', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('persistent', 'boolean', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz')
    .execute();
  await db.schema
    .createIndex('image_of_user')
    .on('image')
    .columns(['user_id', 'created_at desc', 'image_id desc'])
    .execute();
  await db.schema.createIndex('image_of_key').on('image').column('key_id').execute();
  await db.schema.createIndex('image_expiry').on('image').column('expires_at').execute();
  await db.schema
    .createTable('deleted_image')
    .addColumn('image_id', 'text', (column) => column.primaryKey())
    .execute();
  await db.schema
    .createTable('disowned_key')
    .addColumn('key_id', 'text', (column) => column.primaryKey())
    .execute();
}
