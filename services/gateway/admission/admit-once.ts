import { completedData, type RequestCompleted } from '@styling/contracts';
import { type Kysely, sql } from 'kysely';
import type { GatewayTables } from '../tables.ts';
import { type Admission, admissionParts, type Candidate, type DayUsed, type Undecided } from './admission.ts';
import { type IdempotencyKey, KEY_LIFE_MS } from './idempotency-key.ts';

/**
 * The outcome for a candidate with a key; `answered`: it repeats a request that has completed, with that terminal event;
 * `key_reused`: the key was used with a different request.
 */
export type KeyedAdmission =
  | Admission
  | (DayUsed & { readonly outcome: 'answered'; readonly completed: RequestCompleted['data'] })
  | (DayUsed & { readonly outcome: 'key_reused' });

/**
 * Admits a request unless its user made it before with the same key, and stores the key if it is admitted: in one
 * statement, so that no crash leaves a key without a request.
 *
 * A key is valid for `KEY_LIFE_MS` while its request runs or has completed. It is looked up in the statement's snapshot,
 * which may be older than the user's row: other requests, even one with the same key, may have been admitted meanwhile. So
 * a slot is taken only in the version of the row that the snapshot has (`xmin`); otherwise another request was admitted or
 * ended in between, and the outcome is `undecided`.
 *
 * @param dailyLimit of users without one of their own
 */
export async function admitOnce(
  db: Kysely<GatewayTables>,
  candidate: Candidate,
  { digest, fingerprint }: IdempotencyKey,
  now: Date,
  dailyLimit: number,
): Promise<KeyedAdmission | Undecided> {
  const { user_id, request_id, received_at } = candidate;
  const { candidates, admitted, started, outcome, state } = admissionParts(
    [candidate],
    now,
    dailyLimit,
    sql`exists (select from known)`,
    sql`a.xmin = (select seen.xmin from admission as seen where seen.user_id = a.user_id)`,
  );
  const { rows } = await sql<DayUsed & { outcome: (KeyedAdmission | Undecided)['outcome']; completed: unknown }>`
    with candidate as materialized (${candidates}),
    known as (
      select k.completed, k.fingerprint = ${fingerprint} as is_same
      from idempotency_key as k
      left join running on running.user_id = k.user_id
        and running.request_id = k.request_id
      where k.user_id = ${user_id} and k.key_digest = ${digest}
        and k.received_at > ${new Date(now.getTime() - KEY_LIFE_MS)}
        and (k.completed is not null or running.request_id is not null)
    ),
    admitted as (${admitted}),
    started as (${started}),
    kept as (
      insert into idempotency_key (user_id, key_digest, fingerprint, request_id, received_at)
      select user_id, ${digest}::bytea, ${fingerprint}::bytea, ${request_id}::text, ${received_at}::timestamptz
      from admitted
      on conflict (user_id, key_digest) do update set
        fingerprint = excluded.fingerprint, request_id = excluded.request_id,
        received_at = excluded.received_at, completed = null
    )
    select
      case
        when known.is_same is null then ${outcome}
        when not known.is_same then 'key_reused'
        when known.completed is null then 'in_progress'
        else 'answered'
      end as outcome,
      ${state}, known.completed
    from candidate as c
    left join admitted using (user_id)
    left join admission as before using (user_id)
    left join known on true
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('admission left out its candidate');
  const { outcome: decided, used, limit, completed } = row;
  if (decided !== 'answered') return { outcome: decided, used, limit };
  return { outcome: decided, used, limit, completed: completedData.parse(completed) };
}
