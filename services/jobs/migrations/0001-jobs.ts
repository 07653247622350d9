import { createCheckpointTable } from '@styling/projections';
import { type Kysely, sql } from 'kysely';

/** Requests of the last thirty days; key ids of erased users. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createCheckpointTable(db);
  await sql`
    create table job (
      request_id text primary key,
      user_id text not null,
      key_id text not null,
      endpoint text not null,
      created_at timestamptz not null,
      capability text,
      deadline timestamptz,
      started_at timestamptz,
      cancel_requested_at timestamptz,
      completed_at timestamptz,
      ending jsonb,
      status text not null generated always as (
        case
          when ending is null and started_at is null then 'queued'
          when ending is null then 'running'
          when ending->>'status' = '200' then 'succeeded'
          when ending->'error'->>'code' = 'canceled' then 'canceled'
          else 'failed'
        end
      ) stored
    )`.execute(db);
  await sql`
    create index job_of_user on job (user_id, created_at desc, request_id desc) where deadline is not null`.execute(db);
  await sql`create index job_age on job (created_at)`.execute(db);
  await sql`create index job_of_key on job (key_id)`.execute(db);
  await sql`create table disowned_key (key_id text primary key)`.execute(db);
}
