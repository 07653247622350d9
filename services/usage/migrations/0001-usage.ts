import { createCheckpointTable } from '@styling/projections';
import { type Kysely, sql } from 'kysely';

/** Every answered request once, and the counts for GET /usage. By key alone: an erased user is in no table. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCheckpointTable(db);
  await sql`
    create table answered_request (
      request_id text primary key,
      key_id text not null,
      endpoint text not null,
      received_at timestamptz not null,
      latency_ms integer not null,
      status integer not null,
      partition text,
      requests integer not null default 1,
      is_listed boolean not null default true
    )`.execute(db);
  await sql`
    create index answered_request_of_key on answered_request (key_id, received_at desc, request_id desc)`.execute(db);
  await sql`
    create index answered_request_to_roll_up on answered_request (received_at) where partition is not null`.execute(db);
  await sql`
    create table key_day (
      key_id text,
      day date,
      endpoint text,
      requests integer not null,
      refused integer not null,
      failed integer not null,
      constraint key_day_pk primary key (key_id, day, endpoint)
    )`.execute(db);
  await sql`
    create table key_total (
      key_id text,
      endpoint text,
      requests bigint not null,
      constraint key_total_pk primary key (key_id, endpoint)
    )`.execute(db);
  await sql`
    create table rolled_up_day (key_id text, day date, constraint rolled_up_day_pk primary key (key_id, day))`.execute(
    db,
  );
}
