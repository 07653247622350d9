import { services } from '@styling/contracts';
import type pg from 'pg';
import type { Caller } from '../rig/callers.ts';

const USAGE = services.usage.schema;

/**
 * Gives a user `count` images more, as rows of the read model: newest first they are a second apart.
 * @returns ids of the newest twenty
 */
export async function seedImages(sql: pg.Pool, { user_id, key_id }: Caller, count: number): Promise<string[]> {
  await sql.query(
    `insert into images.image
       (image_id, user_id, key_id, object, mime_type, category, endpoint, created_at, persistent, expires_at)
     select id, $1, $2, 'images/' || id || '.jpg', 'image/jpeg', 'try-on', '/try_on_outfit',
       now() - n * interval '1 second', true, null
     from (select n, 'img_' || left(md5(random()::text || n), 24) as id from generate_series(1, $3::int) as n) as made`,
    [user_id, key_id, count],
  );
  const newest =
    'select image_id from images.image where user_id = $1 order by created_at desc, image_id desc limit 20';
  return (await sql.query<{ image_id: string }>(newest, [user_id])).rows.map(({ image_id }) => image_id);
}

/** Gives a key `count` answered requests more, with their counts. */
export async function seedUsage(sql: pg.Pool, { key_id }: Caller, count: number): Promise<void> {
  await sql.query(
    `insert into ${USAGE}.answered_request (request_id, key_id, endpoint, received_at, latency_ms, status)
     select 'req_' || left(md5(random()::text || n), 24), $1, '/try_on_outfit',
       now() - n * interval '1 second', 1500, 200
     from generate_series(1, $2::int) as n`,
    [key_id, count],
  );
  await sql.query(
    `insert into ${USAGE}.key_total values ($1, '/try_on_outfit', $2)
     on conflict (key_id, endpoint) do update set requests = ${USAGE}.key_total.requests + excluded.requests`,
    [key_id, count],
  );
}

/** Lets the planner know what is there now, as autovacuum would after a while. */
export async function settle(sql: pg.Pool): Promise<void> {
  await sql.query('vacuum analyze images.image');
  await sql.query(`vacuum analyze ${USAGE}.answered_request`);
}
