import { type Kysely, sql } from 'kysely';

/** Keys; one row a user with the day's count and the one slot; idempotency keys, valid for a day; the outbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('api_key')
    .addColumn('key_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('digest', 'bytea', (column) => column.notNull().unique())
    .addColumn('status', 'text', (column) => column.notNull().check(sql`status in ('active', 'inactive', 'revoked')`))
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('revoked_at', 'timestamptz')
    .addColumn('last_used_at', 'timestamptz')
    .execute();
  await db.schema.createIndex('api_key_user').on('api_key').columns(['user_id', 'created_at']).execute();

  await db.schema
    .createTable('admission')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('day', 'date', (column) => column.notNull())
    .addColumn('used', 'integer', (column) => column.notNull().check(sql`used >= 0`))
    .addColumn('request_id', 'text')
    .addColumn('key_id', 'text')
    .addColumn('endpoint', 'text')
    .addColumn('received_at', 'timestamptz')
    .addColumn('deadline', 'timestamptz')
    // The row changes twice a request: room on its page keeps the updates off the index.
    .modifyEnd(sql`with (fillfactor = 50)`)
    .execute();
  await db.schema
    .createIndex('admission_running')
    .on('admission')
    .column('deadline')
    .where(sql.ref('request_id'), 'is not', null)
    .execute();

  await db.schema
    .createTable('idempotency_key')
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('key_digest', 'bytea', (column) => column.notNull())
    .addColumn('fingerprint', 'bytea', (column) => column.notNull())
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('received_at', 'timestamptz', (column) => column.notNull())
    .addColumn('completed', 'jsonb')
    .addPrimaryKeyConstraint('idempotency_key_pkey', ['user_id', 'key_digest'])
    .execute();
  await db.schema.createIndex('idempotency_key_age').on('idempotency_key').column('received_at').execute();

  await db.schema
    .createTable('outbox')
    .addColumn('event_id', 'text', (column) => column.primaryKey())
    .addColumn('event', 'jsonb', (column) => column.notNull())
    .addColumn('trace', 'jsonb', (column) => column.notNull())
    .addColumn('stored_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
}
