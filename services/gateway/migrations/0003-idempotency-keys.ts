import type { Kysely } from 'kysely';

/** What became of requests that came with an `Idempotency-Key`, so that they can be repeated for a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
}
