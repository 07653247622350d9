import type { LogEntry, LogPosition } from '@styling/bus';
import { type Kysely, sql } from 'kysely';
import type { Positions } from './checkpoint.ts';
import { eventsOf, type Projection, positionAfter } from './projection.ts';
import { partsOf } from './statement.ts';

/** The error of Postgres for a checkpoint that is elsewhere: a failed cast, because SQL has no other way to roll a statement back. */
const ELSEWHERE = 'a checkpoint is elsewhere, or locked';
const INVALID_TEXT = '22P02';

/**
 * Writes rows and checkpoint of one batch of `source` as `projectBatch` does, but in one statement, for batches whose rows need no
 * more than one.
 *
 * Every checkpoint of the projection has to be where this process left it: then nobody else has written to its tables since, and
 * the statement's snapshot, and what the fold read before it, is as good as one that is taken behind the lock. A checkpoint that
 * another transaction holds is not waited for, since this statement has locked its tables already, which a rebuild's swap would
 * wait for in turn.
 *
 * @param positions of all sources, as this process has read or moved them
 * @returns the new position; undefined, with nothing changed, when this batch needs a transaction
 */
export async function projectAtOnce<DB>(
  db: Kysely<DB>,
  projection: Projection<DB>,
  positions: Positions,
  source: string,
  entries: readonly LogEntry[],
): Promise<LogPosition | undefined> {
  const statement = await projection.atOnce?.(eventsOf(entries), db);
  if (!statement) return undefined;
  const { name, sources } = projection;
  const { seq, id } = positionAfter(entries, positions[source] ?? 0);
  const parts = Object.keys(statement).length > 0 ? sql`, ${partsOf(statement)}` : sql``;
  try {
    await sql`
      with checkpoint_held as (
        select from checkpoint as c
        join unnest(${[...sources]}::text[], ${sources.map((of) => positions[of] ?? 0)}::bigint[]) as left_at (source, seq)
          on c.source = left_at.source and c.seq = left_at.seq
        where c.name = ${name} order by c.source for update of c skip locked
      ),
      checkpoint_moved as (
        update checkpoint set seq = ${seq}, event_id = ${id}
        where name = ${name} and source = ${source} and (select count(*) from checkpoint_held) = ${sources.length}
        returning seq
      )${parts}
      select (case when count(*) <> 1 then ${sql.lit(ELSEWHERE)}::text end)::integer from checkpoint_moved`.execute(db);
  } catch (error) {
    if (isElsewhere(error)) return undefined;
    throw error;
  }
  return { seq, id };
}

const isElsewhere = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === INVALID_TEXT && error.message.includes(ELSEWHERE);
