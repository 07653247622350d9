import { type Kysely, sql } from 'kysely';

/**
 * A row for each running request; limits that operators grant. No index covers what changes in the user's row: its
 * updates stay on their page (HOT). Gateways of the version before know `admission.request_id` alone: a trigger does
 * the rest.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table running (
      user_id text,
      request_id text,
      key_id text not null,
      endpoint text not null,
      received_at timestamptz not null,
      deadline timestamptz not null,
      cost integer not null check (cost > 0),
      day date not null,
      primary key (user_id, request_id)
    )`.execute(db);
  await sql`
    create table user_limit (
      user_id text primary key,
      daily integer check (daily >= 0),
      concurrency integer check (concurrency > 0),
      changed_at timestamptz not null
    )`.execute(db);
  await sql`alter table admission add column running integer not null default 0 check (running >= 0)`.execute(db);
  await sql`
    insert into running
    select user_id, request_id, key_id, endpoint, received_at, deadline, 1, day from admission
    where request_id is not null`.execute(db);
  await sql`update admission set running = 1 where request_id is not null`.execute(db);
  await sql`drop index admission_running`.execute(db);
  await followPreviousVersion(db);
}

/** Whoever changes `request_id` and not `running` is of the version before. */
async function followPreviousVersion(db: Kysely<unknown>): Promise<void> {
  const insert = sql`
    insert into running
    values (new.user_id, new.request_id, new.key_id, new.endpoint, new.received_at, new.deadline, 1, new.day)`;
  await sql`
    create function first_admitted_by_previous_version() returns trigger language plpgsql set search_path from current as $$
    begin
      ${insert};
      update admission set running = 1 where user_id = new.user_id;
      return null;
    end $$`.execute(db);
  await sql`
    create function changed_by_previous_version() returns trigger language plpgsql set search_path from current as $$
    begin
      if new.request_id is null then
        delete from running where user_id = old.user_id and request_id = old.request_id;
        new.running := old.running - 1;
      else
        ${insert};
        new.running := old.running + 1;
      end if;
      return new;
    end $$`.execute(db);
  // After: a trigger before an insert also sees the rows that are then found to exist.
  await sql`
    create trigger first_admitted_by_previous_version after insert on admission for each row
    when (new.request_id is not null and new.running = 0)
    execute function first_admitted_by_previous_version()`.execute(db);
  await sql`
    create trigger changed_by_previous_version before update on admission for each row
    when (new.request_id is distinct from old.request_id and new.running = old.running)
    execute function changed_by_previous_version()`.execute(db);
}
