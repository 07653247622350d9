import { LOG_START, type LogEntry, type LogPosition } from '@styling/bus';
import type { StylingEvent } from '@styling/contracts';
import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';

export type ProjectedEvent = { readonly seq: number; readonly event: StylingEvent };

export type Sourced = Pick<Projection, 'name' | 'sources'>;

/** The latest moment at which one of these happened. */
export const latestOf = (events: readonly StylingEvent[]): Date =>
  new Date(events.reduce((latest, { time }) => Math.max(latest, Date.parse(time)), 0));

/** A fold of events into tables, which can be dropped and rebuilt. */
export type Projection<DB = unknown> = {
  /** Names its checkpoints and dead letters; letters, digits, `-` and `_`. */
  readonly name: string;
  /** Subject filters, each read in order. Nothing may depend on the order between two sources. */
  readonly sources: readonly string[];
  /** Tables that it alone writes, each with a primary key, for {@link rebuild}. */
  readonly tables: readonly string[];
  /**
   * Writes what follows from events of one source (at least one, in order). Deterministic: no clock, no randomness, and
   * an event id repeated changes nothing. Table names carry no schema, for rebuilds.
   */
  apply(trx: Transaction<DB>, events: readonly ProjectedEvent[]): Promise<void>;
};

/** The checkpoint is not where it was left: another replica projects, or a rebuild was swapped in. */
export class StaleCheckpointError extends Error {
  override readonly name = 'StaleCheckpointError';
}

/**
 * Creates the checkpoint table, a row per source of a projection, with the event's id, by which a log is recognised;
 * for a service's first migration.
 */
export const createCheckpointTable = <DB>(db: Kysely<DB>) =>
  sql`
    create table checkpoint (name text, source text, seq bigint not null, event_id text, primary key (name, source))`.execute(
    db,
  );

/** Sequences by source; a missing source is at 0. */
export type Positions = Readonly<Record<string, number>>;

/** Checkpoints by source; a missing source is at the start of its log. */
export type Checkpoints = Readonly<Record<string, LogPosition>>;

export type AsOf<T> = { readonly value: T; readonly checkpoints: Positions };

/** Checkpoints of projection `name` as a column of the statement whose rows they belong to. */
export const checkpointsOf = (name: string): RawBuilder<Positions> =>
  sql`(select coalesce(json_object_agg(source, seq), '{}') from checkpoint where name = ${name})`;

/** Sequence of the last projected event of projection `name`, by source. */
export async function readCheckpoints<DB>(db: Kysely<DB>, name: string): Promise<Positions> {
  const { rows } = await sql<{ seqs: Positions }>`select ${checkpointsOf(name)} as seqs`.execute(db);
  return rows[0]?.seqs ?? {};
}

const CHECKPOINT: RawBuilder<unknown> = sql.table('checkpoint');

/** Checkpoints of projection `name`, by which its log is recognised; `table`: by default in the schema of `db`. */
export async function readLogPositions<DB>(
  db: Kysely<DB>,
  name: string,
  table = CHECKPOINT,
  locked = sql``,
): Promise<Checkpoints> {
  const { rows } = await sql<{ source: string } & LogPosition>`
    select source, seq::float8 as seq, event_id as id from ${table} where name = ${name}
    order by source ${locked}`.execute(db);
  return Object.fromEntries(rows.map(({ source, seq, id }) => [source, { seq, id }]));
}

/** {@link readLogPositions}, locked until `trx` ends. */
const lockCheckpoints = <DB>(trx: Transaction<DB>, name: string, table = CHECKPOINT): Promise<Checkpoints> =>
  readLogPositions(trx, name, table, sql`for update`);

/** Whether `actual` is at least at each of `wanted`. */
export const hasReached = (actual: Positions, wanted: Positions): boolean =>
  Object.entries(wanted).every(([source, seq]) => (actual[source] ?? 0) >= seq);

/**
 * Writes rows and checkpoint of one batch; returns the new position. The checkpoint goes first: its row lock makes
 * projectors and a rebuild's swap wait before either touches a table. All checkpoints stay locked until `trx` ends, so
 * that batches of different sources are applied one at a time. @throws StaleCheckpointError when it is not at
 * `expected`
 */
export async function projectBatch<DB>(
  trx: Transaction<DB>,
  projection: Projection<DB>,
  source: string,
  expected: number,
  entries: readonly LogEntry[],
): Promise<LogPosition> {
  const { name } = projection;
  const { seq, id = null } = entries.at(-1) ?? { seq: expected };
  if (expected === 0) await createCheckpoints(trx, projection);
  const moved = await sql`
    with held as (select from checkpoint where name = ${name} order by source for update)
    update checkpoint set seq = ${seq}, event_id = ${id}
    where name = ${name} and source = ${source} and seq = ${expected} and (select count(*) from held) > 0`.execute(trx);
  if (moved.numAffectedRows !== 1n) {
    throw new StaleCheckpointError(`checkpoint ${name} of ${source} is no longer at ${expected}`);
  }
  const events = entries.filter((entry): entry is LogEntry & ProjectedEvent => entry.event !== null);
  if (events.length > 0) await projection.apply(trx, events);
  return { seq, id };
}

/** Locks a projection's checkpoints until `trx` ends: no replica can project. @returns their positions, and a setter */
export async function holdCheckpoints<DB>(trx: Transaction<DB>, schema: string, projection: Sourced) {
  const table = sql.id(schema, 'checkpoint');
  await createCheckpoints(trx, projection, table);
  const held = await lockCheckpoints(trx, projection.name, table);
  const set = (positions: Checkpoints) =>
    sql`update ${table} set seq = (value->>'seq')::bigint, event_id = value->>'id'
      from json_each(${JSON.stringify(positions)}) where name = ${projection.name} and source = key`.execute(trx);
  return { held, set };
}

/** Rewinds a projection's checkpoints to the start of the log: the leader applies it again, on top of its rows. */
export const rewindProjection = <DB>(db: Kysely<DB>, schema: string, projection: Sourced): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const { set } = await holdCheckpoints(trx, schema, projection);
    await set(Object.fromEntries(projection.sources.map((source) => [source, LOG_START])));
  });

/** Creates missing checkpoints, in one order (no deadlock) and without waiting for a batch, as `on conflict` would. */
export async function createCheckpoints<DB>(
  db: Kysely<DB>,
  { name, sources }: Sourced,
  table = CHECKPOINT,
): Promise<void> {
  const sorted = sources.toSorted();
  await sql`
    insert into ${table} (name, source, seq) select ${name}, s.source, 0 from unnest(${sorted}::text[]) as s (source)
    where not exists (select from ${table} as c where c.name = ${name} and c.source = s.source)
    on conflict do nothing`.execute(db);
}
