import { randomBytes } from 'node:crypto';
import { services } from '@styling/contracts';
import { digestOf, KEY_RANDOM_BYTES, newSecret } from '@styling/gateway/api-key';
import type pg from 'pg';
import sharp from 'sharp';

const USAGE = services.usage.schema;

export type Caller = { readonly user_id: string; readonly key_id: string; readonly key: string };

/** Adds `count` users to the gateway's tables. */
export async function addCallers(sql: pg.Pool, count: number): Promise<Caller[]> {
  const callers = Array.from({ length: count }, () => {
    const id = randomBytes(12).toString('hex');
    return { user_id: `user-${id}`, key_id: `key_${id}`, key: newSecret('key', randomBytes(KEY_RANDOM_BYTES)) };
  });
  await sql.query(
    `insert into gateway.api_key (key_id, user_id, name, digest, status, created_at, last_used_at)
     select key_id, user_id, 'bench', digest, 'active', now(), now()
     from unnest($1::text[], $2::text[], $3::bytea[]) as c (key_id, user_id, digest)`,
    [callers.map((c) => c.key_id), callers.map((c) => c.user_id), callers.map((c) => digestOf(c.key))],
  );
  return callers;
}

/** Adds `count` rows to the read model of images, a second apart. @returns the id of the newest */
export async function seedImages(sql: pg.Pool, { user_id, key_id }: Caller, count: number): Promise<string> {
  await sql.query(
    `insert into images.image
       (image_id, user_id, key_id, object, mime_type, category, endpoint, created_at, persistent, expires_at)
     select id, $1, $2, 'images/' || id || '.jpg', 'image/jpeg', 'try-on', '/try_on_outfit',
       now() - n * interval '1 second', true, null
     from (select n, 'img_' || left(md5(random()::text || n), 24) as id from generate_series(1, $3::int) as n) as made`,
    [user_id, key_id, count],
  );
  const newest = 'select image_id from images.image where user_id = $1 order by created_at desc, image_id desc limit 1';
  return (await sql.query<{ image_id: string }>(newest, [user_id])).rows[0]?.image_id ?? '';
}

/** Adds `count` answered requests of a key, with their counts. */
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

/** The body of a POST /try_on_outfit with a selfie of noise, whose size follows from its sides. */
export async function orderBody(side: number): Promise<{ body: string; selfieBytes: number }> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: side, height: side, channels: 3, background: { r: 0, g: 0, b: 0 }, noise } as const;
  const selfie = await sharp({ create }).jpeg({ quality: 92 }).toBuffer();
  const order = { selfie_base64: selfie.toString('base64'), clothing_description: 'a camel coat', mode: 'model_shot' };
  return { body: JSON.stringify(order), selfieBytes: selfie.length };
}
