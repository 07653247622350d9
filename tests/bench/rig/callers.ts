import { randomBytes } from 'node:crypto';
import { digestOf, KEY_RANDOM_BYTES, newApiKey } from '@styling/gateway/api-key';
import type pg from 'pg';

/** A user with one key. */
export type Caller = { readonly user_id: string; readonly key_id: string; readonly key: string };

/** Lets a user's key manage keys, and gives the user `count` revoked ones. */
export async function seedRevokedKeys(sql: pg.Pool, { user_id, key_id }: Caller, count: number): Promise<void> {
  await sql.query('update gateway.api_key set may_manage = true where key_id = $1', [key_id]);
  await sql.query(
    `insert into gateway.api_key (key_id, user_id, name, digest, status, created_at, revoked_at)
     select 'key_' || left(md5(random()::text || n), 24), $1, 'bench', sha256((random()::text || n)::bytea), 'revoked', now(), now()
     from generate_series(1, $2::int) as n`,
    [user_id, count],
  );
  await sql.query('vacuum analyze gateway.api_key');
}

/** Adds `count` users to the gateway's tables. */
export async function addCallers(sql: pg.Pool, count: number): Promise<Caller[]> {
  const callers = Array.from({ length: count }, () => {
    const id = randomBytes(12).toString('hex');
    return { user_id: `user-${id}`, key_id: `key_${id}`, key: newApiKey(randomBytes(KEY_RANDOM_BYTES)) };
  });
  await sql.query(
    `insert into gateway.api_key (key_id, user_id, name, digest, status, created_at, last_used_at)
     select key_id, user_id, 'bench', digest, 'active', now(), now()
     from unnest($1::text[], $2::text[], $3::bytea[]) as c (key_id, user_id, digest)`,
    [callers.map((c) => c.key_id), callers.map((c) => c.user_id), callers.map((c) => digestOf(c.key))],
  );
  return callers;
}
