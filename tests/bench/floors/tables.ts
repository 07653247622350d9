import type pg from 'pg';

/** The floors' own tables: an account for each user, 20 images each, what {@link ./insert.ts} writes, and those of `lean`. */
export async function createFloorTables(sql: pg.Pool, users: readonly string[]): Promise<void> {
  await sql.query(`
    create schema floor;
    create table floor.account (user_id text primary key, used integer not null) with (fillfactor = 50);
    create table floor.image (
      image_id text primary key, user_id text not null, object text not null, mime_type text not null,
      category text not null, endpoint text not null, created_at timestamptz not null, persistent boolean not null);
    create index on floor.image (user_id, created_at desc, image_id desc);
    create table floor.request (
      request_id text primary key, key_id text not null, endpoint text not null,
      received_at timestamptz not null, latency_ms integer not null, status integer not null, seq bigint not null);
    create index on floor.request (key_id, received_at desc, seq desc);
    create table floor.checkpoint (name text primary key, seq bigint not null);
    insert into floor.checkpoint values ('floor', 0);
    create table floor.lean_admission (user_id text primary key, day date not null, used integer not null, request_id text)
      with (fillfactor = 50);
    create table floor.lean_image (
      image_id text primary key, user_id text not null, object text not null, created_at timestamptz not null);
    create index on floor.lean_image (user_id, created_at desc);
    create table floor.lean_request (
      request_id text primary key, key_id text not null, received_at timestamptz not null, latency_ms integer not null);
    create index on floor.lean_request (key_id, received_at desc);
    create table floor.lean_checkpoint (seq bigint not null);
    insert into floor.lean_checkpoint values (0);`);
  await sql.query('insert into floor.account select user_id, 0 from unnest($1::text[]) as u (user_id)', [users]);
  await sql.query(
    `insert into floor.image
     select 'img_' || md5(user_id || n), user_id, 'images/img_' || md5(user_id || n) || '.jpg', 'image/jpeg', 'try-on',
       '/try_on_outfit', now() - n * interval '1 second', false
     from unnest($1::text[]) as u (user_id), generate_series(1, 20) as n`,
    [users],
  );
}
