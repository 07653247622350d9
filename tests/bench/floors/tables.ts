import pg from 'pg';

/** Creates the floors' tables, with 20 images of each user. */
export async function createFloorTables(sql: pg.Pool, users: readonly string[]): Promise<void> {
  await sql.query(`
    create schema floor;
    create table floor.image (
      image_id text primary key, user_id text not null, object text not null, mime_type text not null,
      category text not null, endpoint text not null, created_at timestamptz not null, persistent boolean not null);
    create index on floor.image (user_id, created_at desc, image_id desc);
    create table floor.request (
      request_id text primary key, key_id text not null, endpoint text not null,
      received_at timestamptz not null, latency_ms integer not null, status integer not null, seq bigint not null);
    create index on floor.request (key_id, received_at desc, seq desc);
    create table floor.checkpoint (name text primary key, seq bigint not null);
    insert into floor.checkpoint values ('floor', 0)`);
  await sql.query(
    `insert into floor.image
     select 'img_' || md5(user_id || n), user_id, 'images/img_' || md5(user_id || n) || '.jpg', 'image/jpeg', 'try-on',
       '/try_on_outfit', now() - n * interval '1 second', false
     from unnest($1::text[]) as u (user_id), generate_series(1, 20) as n`,
    [users],
  );
}

/** Inserts requests as a projection does, with checkpoint and secondary index. @returns rows a second */
export async function insert(databaseUrl: string, rows: number, batch: number): Promise<number> {
  const client = new pg.Client(databaseUrl);
  await client.connect();
  await client.query('truncate floor.request');
  const begin = performance.now();
  for (let seq = 0; seq < rows; seq += batch) {
    const serials = Array.from({ length: Math.min(batch, rows - seq) }, (_, index) => seq + index);
    const column = <T>(value: (serial: number) => T) => serials.map(value);
    await client.query('begin');
    await client.query({
      name: 'insert',
      text: `insert into floor.request select * from unnest($1::text[], $2::text[], $3::text[],
        $4::timestamptz[], $5::int[], $6::int[], $7::bigint[])`,
      values: [
        column((n) => `req_${n.toString(16).padStart(24, '0')}`),
        column((n) => `key_${(n % 100).toString(16).padStart(24, '0')}`),
        column(() => '/try_on_outfit'),
        column((n) => new Date(1_700_000_000_000 + n)),
        column((n) => n % 5000),
        column(() => 200),
        column((n) => n),
      ],
    });
    await client.query({ name: 'move', text: 'update floor.checkpoint set seq = $1', values: [seq] });
    await client.query('commit');
  }
  const seconds = (performance.now() - begin) / 1000;
  await client.end();
  return rows / seconds;
}
