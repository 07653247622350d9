import { createCheckpointTable } from '@styling/projections';
import { type Kysely, sql } from 'kysely';

/** Every answered request once, and the counts for GET /usage. By key alone: an erased user is in no table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCheckpointTable(db);
  await db.schema
    .createTable('answered_request')
    .addColumn('request_id', 'text', (column) => column.primaryKey())
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('received_at', 'timestamptz', (column) => column.notNull())
    .addColumn('latency_ms', 'integer', (column) => column.notNull())
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('partition', 'text')
    .execute();
  await db.schema
    .createIndex('answered_request_of_key')
    .on('answered_request')
    .columns(['key_id', 'received_at desc', 'request_id desc'])
    .execute();
  await db.schema
    .createIndex('answered_request_to_roll_up')
    .on('answered_request')
    .column('received_at')
    .where(sql.ref('partition'), 'is not', null)
    .execute();
  await db.schema
    .createTable('key_day')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('day', 'date', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('requests', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_day_pk', ['key_id', 'day', 'endpoint'])
    .execute();
  await db.schema
    .createTable('key_total')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('endpoint', 'text', (column) => column.notNull())
    .addColumn('requests', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('key_total_pk', ['key_id', 'endpoint'])
    .execute();
  await db.schema
    .createTable('rolled_up_day')
    .addColumn('key_id', 'text', (column) => column.notNull())
    .addColumn('day', 'date', (column) => column.notNull())
    .addPrimaryKeyConstraint('rolled_up_day_pk', ['key_id', 'day'])
    .execute();
}
