import type { Kysely } from 'kysely';

/** Whether a key may manage its user's keys. Gateways of the version before do not read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('api_key')
    .addColumn('may_manage', 'boolean', (column) => column.notNull().defaultTo(false))
    .execute();
}
