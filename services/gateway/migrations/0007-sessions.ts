import { type Kysely, sql } from 'kysely';

/**
 * Sessions of the portal, keys of a kind of their own, and what begins them: invitations and passkeys. Gateways of the
 * version before refuse a session's secret by its form, so that its expiry, which they do not know, cannot be missed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('api_key')
    .addColumn('kind', 'text', (column) => column.notNull().defaultTo('key').check(sql`kind in ('key', 'session')`))
    .addColumn('expires_at', 'timestamptz')
    .addColumn('signed_in_by', 'text', (column) =>
      column.check(sql`signed_in_by in ('invitation', 'passkey', 'api_key')`),
    )
    .addColumn('begun_with', 'text')
    .execute();

  await db.schema
    .createTable('invitation')
    .addColumn('digest', 'bytea', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('invitation_user').on('invitation').column('user_id').execute();
  await db.schema.createIndex('invitation_age').on('invitation').column('expires_at').execute();

  await db.schema
    .createTable('passkey')
    .addColumn('passkey_id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull())
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'bytea', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'timestamptz', (column) => column.notNull())
    .addColumn('last_used_at', 'timestamptz')
    .execute();
  await db.schema.createIndex('passkey_user').on('passkey').columns(['user_id', 'created_at']).execute();

  await db.schema
    .createTable('webauthn_challenge')
    .addColumn('challenge_id', 'text', (column) => column.primaryKey())
    .addColumn('challenge', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('expires_at', 'timestamptz', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('webauthn_challenge_age').on('webauthn_challenge').column('expires_at').execute();
}
