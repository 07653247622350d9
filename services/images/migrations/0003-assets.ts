import { type Kysely, sql } from 'kysely';

/** Existing assets, and ids of deleted ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table asset (
      asset_id text primary key,
      user_id text not null,
      key_id text not null,
      kind text not null,
      bytes integer not null,
      width integer not null,
      height integer not null,
      checks text[] not null,
      created_at timestamptz not null,
      lifetime_seconds integer not null,
      used_at timestamptz not null,
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index asset_of_user on asset (user_id, created_at desc, asset_id desc)`.execute(db);
  await sql`create index asset_of_key on asset (key_id)`.execute(db);
  await sql`create index asset_expiry on asset (expires_at)`.execute(db);
  await sql`create table deleted_asset (asset_id text primary key)`.execute(db);
}
