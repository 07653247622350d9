import { inBatches } from '@styling/service';
import type pg from 'pg';

/** Key and slot in one statement: the key must be active, its user's slot free, and the day's count below its limit. */
const ADMIT = `
  with asked as (select * from unnest($1::bytea[], $2::text[]) as q (digest, request_id)),
    who as (
      select distinct on (k.user_id) q.request_id, k.user_id, k.key_id
      from asked q join gateway.api_key k on k.digest = q.digest and k.status = 'active' order by k.user_id
    ), admitted as (
      insert into floor.lean_admission as a (user_id, day, used, request_id)
      select user_id, $3::date, 1, request_id from who
      on conflict (user_id) do update set day = excluded.day, request_id = excluded.request_id,
        used = case when a.day = excluded.day then a.used else 0 end + 1
      where a.request_id is null and (a.day < excluded.day or a.used < $4)
      returning request_id
    )
  select who.* from who join admitted using (request_id)`;

const RELEASE = `
  update floor.lean_admission a set request_id = null from unnest($1::text[], $2::text[]) as e (user_id, request_id)
  where a.user_id = e.user_id and a.request_id = e.request_id`;

const DAILY_LIMIT = 1_000_000_000;

type Asked = { readonly digest: Buffer; readonly request_id: string };
type Admitted = { readonly request_id: string; readonly user_id: string; readonly key_id: string };

/** Exact slots; concurrent calls share a statement. */
export function admission(pool: pg.Pool) {
  return {
    /** Undefined: refused. */
    admit: inBatches(async (asked: readonly Asked[]) => {
      const columns = [asked.map(({ digest }) => digest), asked.map(({ request_id }) => request_id)];
      const today = new Date().toISOString().slice(0, 10);
      const statement = { name: 'lean-admit', text: ADMIT, values: [...columns, today, DAILY_LIMIT] };
      const { rows } = await pool.query<Admitted>(statement);
      const byRequest = new Map(rows.map((row) => [row.request_id, row]));
      return asked.map(({ request_id }) => byRequest.get(request_id));
    }),
    release: inBatches(async (ended: readonly Admitted[]) => {
      const columns = [ended.map(({ user_id }) => user_id), ended.map(({ request_id }) => request_id)];
      await pool.query({ name: 'lean-release', text: RELEASE, values: columns });
      return ended;
    }),
  };
}
