import { type Kysely, sql } from 'kysely';

/** Webhooks and deliveries: not derived from the log, hence in no rebuild. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook (
      webhook_id text primary key,
      user_id text not null,
      key_id text not null,
      events text[] not null,
      sealed bytea not null,
      status text not null check (status in ('enabled', 'disabled')),
      disabled_reason text,
      disabled_at timestamptz,
      is_announced boolean not null default true,
      created_at timestamptz not null,
      failing_since timestamptz,
      failures integer not null default 0,
      tested_at timestamptz,
      test_request_id text
    )`.execute(db);
  await sql`create index webhook_of_user on webhook (user_id, created_at)`.execute(db);
  await sql`create index webhook_unannounced on webhook (webhook_id) where not is_announced`.execute(db);
  await sql`
    create table delivery (
      delivery_id text primary key,
      webhook_id text not null references webhook on delete cascade,
      event_id text not null,
      type text not null,
      status text not null check (status in ('pending', 'succeeded', 'failed')),
      attempts integer not null default 0,
      created_at timestamptz not null default now(),
      next_attempt_at timestamptz,
      lease text
    )`.execute(db);
  await sql`create index delivery_due on delivery (webhook_id, next_attempt_at) where status = 'pending'`.execute(db);
  await sql`create index delivery_leased on delivery (webhook_id) where lease is not null`.execute(db);
  await sql`create index delivery_order on delivery (webhook_id, created_at desc, delivery_id desc)`.execute(db);
  await sql`create index delivery_age on delivery (created_at)`.execute(db);
  await sql`
    create table attempt (
      attempt_id bigint generated always as identity primary key,
      delivery_id text not null references delivery on delete cascade,
      at timestamptz not null,
      status smallint,
      failure text,
      latency_ms integer not null
    )`.execute(db);
  await sql`create index attempt_of_delivery on attempt (delivery_id, attempt_id)`.execute(db);
  await sql`create table scheduled (id integer primary key default 1 check (id = 1), seq bigint not null)`.execute(db);
  await sql`create index user_event_seq on user_event (seq)`.execute(db);
}
