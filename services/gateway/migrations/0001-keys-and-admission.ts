import { type Kysely, sql } from 'kysely';

/** Keys, and one row a user that holds the day's count and the one slot. */
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
}
