import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { GatewayTables } from '../tables.ts';

/** A request for one of its user's slots and a part of the day. */
export type Candidate = {
  readonly request_id: string;
  readonly user_id: string;
  readonly key_id: string;
  readonly endpoint: string;
  readonly received_at: Date;
  readonly deadline: Date;
  /** What it takes of the day. */
  readonly cost: number;
};

/** The outcome for a candidate; `used`: the user's requests of the day, this one included if it was admitted. */
export type Admission = { readonly outcome: 'admitted' | 'in_progress' | 'daily_limit'; readonly used: number };

/** The UTC day of `now`, YYYY-MM-DD: the unit of the daily limit. */
export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** The midnight (UTC) at which the count restarts. */
export const resetAfter = (now: Date): Date => new Date(Date.parse(`${dayOf(now)}T00:00:00.000Z`) + 86_400_000);

/**
 * The parts of an admission statement: its `candidates`; the upsert that takes slots for them, `admitted`; and the
 * expressions `outcome` and `used` over `candidate` c joined with `admitted` and the user's row `before` the statement.
 * Further conditions: `unless` of the candidate, `onlyIf` of the row `a`. Only an ending frees a slot, however late it comes.
 *
 * It is exact under any race between gateways: the row lock of `on conflict do update` serialises them, and its `where` sees
 * the row as the previous one left it. `before` is read from the statement's snapshot: if it shows a free slot although the
 * upsert refused, another request of this user was admitted in between, and is in progress.
 */
export function admissionParts(
  candidates: readonly Candidate[],
  now: Date,
  limit: number,
  unless: RawBuilder<unknown> = sql`false`,
  onlyIf: RawBuilder<unknown> = sql`true`,
) {
  const day = dayOf(now);
  const column = <Key extends keyof Candidate>(key: Key) => candidates.map((candidate) => candidate[key]);
  return {
    candidates: sql`
      select * from unnest(
        ${column('user_id')}::text[], ${column('request_id')}::text[], ${column('key_id')}::text[],
        ${column('endpoint')}::text[], ${column('received_at')}::timestamptz[], ${column('deadline')}::timestamptz[]
      ) as c (user_id, request_id, key_id, endpoint, received_at, deadline)`,
    admitted: sql`
      insert into admission as a (user_id, day, used, request_id, key_id, endpoint, received_at, deadline)
      select user_id, ${day}::date, 1, request_id, key_id, endpoint, received_at, deadline
      from candidate where not (${unless}) order by user_id
      on conflict (user_id) do update set
        day = greatest(a.day, excluded.day),
        used = case when a.day >= excluded.day then a.used else 0 end + 1,
        request_id = excluded.request_id, key_id = excluded.key_id, endpoint = excluded.endpoint,
        received_at = excluded.received_at, deadline = excluded.deadline
      where a.request_id is null
        and (a.day < excluded.day or a.used < ${limit})
        and ${onlyIf}
      returning a.user_id, a.used`,
    outcome: sql`
      case
        when admitted.user_id is not null then 'admitted'
        when before.request_id is null and before.day >= ${day}::date and before.used >= ${limit} then 'daily_limit'
        else 'in_progress'
      end`,
    used: sql`coalesce(admitted.used, case when before.day >= ${day}::date then before.used end, 0)`,
  };
}

/**
 * Admits requests in one statement. Refused ones change nothing. The slot is checked before the daily limit.
 *
 * @param wanted no two of one user
 * @param limit requests a user may make a day
 * @returns one admission per candidate, in the same order
 */
export async function admit(
  db: Kysely<GatewayTables>,
  wanted: readonly Candidate[],
  now: Date,
  limit: number,
): Promise<Admission[]> {
  const { candidates, admitted, outcome, used } = admissionParts(wanted, now, limit);
  const { rows } = await sql<{ request_id: string } & Admission>`
    with candidate as (${candidates}), admitted as (${admitted})
    select c.request_id, ${outcome} as outcome, ${used} as used
    from candidate c
    left join admitted using (user_id)
    left join admission before using (user_id)
  `.execute(db);
  const found = new Map(rows.map(({ request_id, outcome, used }) => [request_id, { outcome, used }]));
  return wanted.map((candidate) => {
    const admission = found.get(candidate.request_id);
    if (!admission) throw new Error('admission left out a candidate');
    return admission;
  });
}

/** How many slots are taken, over all users. */
export async function takenSlots(db: Kysely<GatewayTables>): Promise<number> {
  const { taken } = await db
    .selectFrom('admission')
    .select(({ fn }) => fn.countAll<number>().as('taken'))
    .where('request_id', 'is not', null)
    .executeTakeFirstOrThrow();
  return taken;
}

/** A user and a day, YYYY-MM-DD. */
export type UserDay = { readonly user_id: string; readonly day: string };

/** How many requests each of these users has used of its day, in the same order. */
export async function usedOn(db: Kysely<GatewayTables>, asked: readonly UserDay[]): Promise<number[]> {
  const { rows } = await sql<{ used: number }>`
    select coalesce(a.used, 0) as used
    from unnest(${asked.map(({ user_id }) => user_id)}::text[], ${asked.map(({ day }) => day)}::date[])
      with ordinality as asked (user_id, day, place)
    left join admission a on a.user_id = asked.user_id and a.day >= asked.day
    order by place`.execute(db);
  return rows.map(({ used }) => used);
}

/** How many requests a user has used of the day of `now`. */
export async function usedToday(db: Kysely<GatewayTables>, user_id: string, now: Date): Promise<number> {
  const [used = 0] = await usedOn(db, [{ user_id, day: dayOf(now) }]);
  return used;
}
