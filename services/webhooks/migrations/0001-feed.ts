import { createCheckpointTable } from '@styling/projections';
import { type Kysely, sql } from 'kysely';

/** Users' events of the last month, and what of earlier ones decides on later ones. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCheckpointTable(db);
  await sql`
    create table user_event (
      event_id text primary key,
      user_id text not null,
      key_id text not null,
      type text not null,
      time timestamptz not null,
      data jsonb not null,
      seq bigint not null,
      place smallint not null
    )`.execute(db);
  await sql`create index user_event_order on user_event (user_id, seq, place)`.execute(db);
  await sql`create index user_event_age on user_event (time)`.execute(db);
  await sql`
    create table request (
      request_id text primary key,
      key_id text not null,
      received_at timestamptz not null,
      is_accepted boolean not null,
      daily_limit integer,
      is_ended boolean not null,
      ending jsonb
    )`.execute(db);
  await sql`create index request_age on request (received_at)`.execute(db);
  await sql`create index request_of_key on request (key_id)`.execute(db);
  await sql`
    create table image (
      image_id text primary key,
      key_id text,
      request_id text,
      deleted_at timestamptz
    )`.execute(db);
  await sql`create index image_age on image (deleted_at)`.execute(db);
  await sql`create index image_of_key on image (key_id)`.execute(db);
  await sql`
    create table day (
      user_id text,
      day date,
      used integer not null,
      daily_limit integer,
      reached smallint not null,
      primary key (user_id, day)
    )`.execute(db);
  await sql`create index day_age on day (day)`.execute(db);
  await sql`create table disowned_key (key_id text primary key)`.execute(db);
}
