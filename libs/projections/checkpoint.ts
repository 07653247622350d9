import { type Kysely, type RawBuilder, sql, type Transaction } from 'kysely';

/** The checkpoint is not where it was left: another replica projects, or a rebuild was swapped in. */
export class StaleCheckpointError extends Error {
  override readonly name = 'StaleCheckpointError';
}

/** Creates the table of checkpoints, one row for each source of a projection; for a service's first migration. */
export const createCheckpointTable = <DB>(db: Kysely<DB>) =>
  sql`create table checkpoint (name text, source text, seq bigint not null, primary key (name, source))`.execute(db);

type Sourced = { readonly name: string; readonly sources: readonly string[] };

/** Sequences by source; a source that is not in it is at 0. */
export type Positions = Readonly<Record<string, number>>;

/** What a statement found, and the checkpoints of the same snapshot. */
export type AsOf<T> = { readonly value: T; readonly checkpoints: Positions };

/** The checkpoints of projection `name` as a column of the statement whose rows they belong to. */
export const checkpointsOf = (
  name: string,
  table: RawBuilder<unknown> = sql.table('checkpoint'),
): RawBuilder<Positions> =>
  sql`(select coalesce(json_object_agg(source, seq), '{}') from ${table} where name = ${name})`;

/** Sequence of the last event that projection `name` has projected, by source; of `schema`, by default that of `db`. */
export async function readCheckpoints<DB>(db: Kysely<DB>, name: string, schema?: string): Promise<Positions> {
  const table = schema === undefined ? undefined : sql.id(schema, 'checkpoint');
  const { rows } = await sql<{ seqs: Positions }>`select ${checkpointsOf(name, table)} as seqs`.execute(db);
  return rows[0]?.seqs ?? {};
}

/** Whether `actual` is at least at each of `wanted`. */
export const hasReached = (actual: Positions, wanted: Positions): boolean =>
  Object.entries(wanted).every(([source, seq]) => (actual[source] ?? 0) >= seq);

/**
 * Moves the checkpoint of one source, if it is where `expected`. Locks all checkpoints of the projection until the end of
 * `trx`, so that batches of different sources are applied one at a time.
 *
 * @throws StaleCheckpointError
 */
export async function moveCheckpoint<DB>(
  trx: Transaction<DB>,
  { name, sources }: Sourced,
  source: string,
  expected: number,
  seq: number,
): Promise<void> {
  if (expected === 0) await createCheckpoints(trx, { name, sources }, sql.table('checkpoint'));
  // The update of a projection's only row locks it just as well.
  if (sources.length > 1) await lockCheckpoints(trx, name, sql.table('checkpoint'));
  const moved = await sql`
    update checkpoint set seq = ${seq} where name = ${name} and source = ${source} and seq = ${expected}`.execute(trx);
  if (moved.numAffectedRows !== 1n) {
    throw new StaleCheckpointError(`checkpoint ${name} of ${source} is no longer at ${expected}`);
  }
}

/** Locks a projection's checkpoints until `trx` ends: no replica can project. @returns their positions, and a setter */
export async function holdCheckpoints<DB>(trx: Transaction<DB>, schema: string, projection: Sourced) {
  const table = sql.id(schema, 'checkpoint');
  await createCheckpoints(trx, projection, table);
  const held = await lockCheckpoints(trx, projection.name, table);
  const set = (positions: Positions) =>
    sql`update ${table} set seq = value::bigint from json_each_text(${JSON.stringify(positions)})
      where name = ${projection.name} and source = key`.execute(trx);
  return { held, set };
}

/** In one order everywhere: no two transactions wait for each other. */
async function createCheckpoints<DB>(trx: Transaction<DB>, { name, sources }: Sourced, table: RawBuilder<unknown>) {
  const sorted = sources.toSorted();
  await sql`
    insert into ${table} (name, source, seq) select ${name}, source, 0 from unnest(${sorted}::text[]) as source
    on conflict do nothing`.execute(trx);
}

async function lockCheckpoints<DB>(trx: Transaction<DB>, name: string, table: RawBuilder<unknown>): Promise<Positions> {
  const { rows } = await sql<{ source: string; seq: number }>`
    select source, seq::float8 as seq from ${table} where name = ${name} order by source for update`.execute(trx);
  return Object.fromEntries(rows.map(({ source, seq }) => [source, seq]));
}
