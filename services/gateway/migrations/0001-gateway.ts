import { type Kysely, sql } from 'kysely';

/** Keys; one row a user with the day's count and the one slot; idempotency keys, valid for a day; the outbox. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_key (
      key_id text primary key,
      user_id text not null,
      name text not null,
      digest bytea not null unique,
      status text not null check (status in ('active', 'inactive', 'revoked')),
      created_at timestamptz not null,
      revoked_at timestamptz,
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index api_key_user on api_key (user_id, created_at)`.execute(db);
  // The row changes twice a request: room on its page keeps the updates off the index.
  await sql`
    create table admission (
      user_id text primary key,
      day date not null,
      used integer not null check (used >= 0),
      request_id text,
      key_id text,
      endpoint text,
      received_at timestamptz,
      deadline timestamptz
    ) with (fillfactor = 50)`.execute(db);
  await sql`create index admission_running on admission (deadline) where request_id is not null`.execute(db);
  await sql`
    create table idempotency_key (
      user_id text,
      key_digest bytea,
      fingerprint bytea not null,
      request_id text not null,
      received_at timestamptz not null,
      completed jsonb,
      primary key (user_id, key_digest)
    )`.execute(db);
  await sql`create index idempotency_key_age on idempotency_key (received_at)`.execute(db);
  await sql`
    create table outbox (
      event_id text primary key,
      event jsonb not null,
      trace jsonb not null,
      stored_at timestamptz not null default now()
    )`.execute(db);
}
