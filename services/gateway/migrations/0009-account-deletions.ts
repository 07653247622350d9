import { type Kysely, sql } from 'kysely';

/** Accounts that are being deleted, so that any gateway goes on with them. Gateways of the version before do not read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table account_deletion (
      user_id text primary key,
      requested_at timestamptz not null,
      images integer not null,
      assets integer not null,
      webhooks integer not null,
      keys integer not null,
      images_left integer not null,
      due_at timestamptz not null default now()
    )`.execute(db);
}
