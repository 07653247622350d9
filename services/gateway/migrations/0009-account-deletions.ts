import { type Kysely, sql } from 'kysely';

/** Accounts that are being deleted, so that any gateway goes on with them. Gateways of the version before do not read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('account_deletion')
    .addColumn('user_id', 'text', (column) => column.primaryKey())
    .addColumn('requested_at', 'timestamptz', (column) => column.notNull())
    .addColumn('images', 'integer', (column) => column.notNull())
    .addColumn('assets', 'integer', (column) => column.notNull())
    .addColumn('webhooks', 'integer', (column) => column.notNull())
    .addColumn('keys', 'integer', (column) => column.notNull())
    .addColumn('images_left', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'timestamptz', (column) => column.notNull().defaultTo(sql`now()`))
    .execute();
}
