import { type Bus, batchesToHead, isRecognised, LOG_START, type LogPosition } from '@styling/bus';
import { connectDatabase, grantTables, migrate } from '@styling/database';
import type { Logger } from '@styling/telemetry';
import { type Kysely, sql, type Transaction } from 'kysely';
import { whileLeading } from './leadership.ts';
import { waitForCheckpoint } from './progress.ts';
import { type Checkpoints, holdCheckpoints, type Projection, projectBatch, readLogPositions } from './projection.ts';

type RebuildOptions = {
  readonly url: string;
  /** Live schema; the new tables are made in `<schema>_rebuild`. */
  readonly schema: string;
  readonly migrations: string;
  readonly log: Logger;
  /** How long the live projection may take to catch up before the swap goes uncompared; default 5 s. */
  readonly liveCatchesUpMs?: number;
  /** How often it checks that no other rebuild can have begun; default 1 s. */
  readonly checkEveryMs?: number;
};

export type Rebuilt = {
  readonly events: number;
  readonly seconds: number;
  /** Whether the live tables were the same, row for row, at some position; undefined when they lag for too long. */
  readonly identical?: boolean;
};

/** Events in one transaction: many counts in one row are then written once. */
const BATCH = 5_000;
/** How long reading the last events may hold up the live projection. */
const HOLD_LIMIT_MS = 10_000;

/**
 * Rebuilds a projection's tables beside live traffic, in another schema, by the same migrations and code. A snapshot
 * transaction compares them with the live tables at the same checkpoints; then another holds the live projection for
 * the last events only, and swaps tables and checkpoints.
 * @throws Error when another rebuild is under way, anywhere, or something failed: the live tables are then unchanged
 */
export async function rebuild<DB>(bus: Bus, projection: Projection<DB>, options: RebuildOptions): Promise<Rebuilt> {
  const { url, schema, log, checkEveryMs } = options;
  // One connection for the lock, one for the work.
  const live = connectDatabase<DB>({ url, schema, log, connections: 2 });
  const side = connectDatabase<DB>({ url, schema: sideOf(schema), log, connections: 3 });
  try {
    const fill = (lost: AbortSignal) => fillAndSwap(bus, projection, options, { live, side, lost });
    const rebuilt = await whileLeading(live, lockOf(projection.name), fill, checkEveryMs);
    if (!rebuilt) throw new Error(`another rebuild of ${schema} is under way`);
    return rebuilt;
  } finally {
    await Promise.all([live.destroy(), side.destroy()]);
  }
}

/** Removes tables of a killed rebuild, unless one runs. @param live a pool of at least two connections */
export async function removeAbandonedRebuild<DB>(live: Kysely<DB>, schema: string, name: string): Promise<void> {
  await whileLeading(live, lockOf(name), () => live.schema.dropSchema(sideOf(schema)).ifExists().cascade().execute());
}

const lockOf = (name: string): string => `${name}/rebuild`;
const sideOf = (schema: string): string => `${schema}_rebuild`;

/** `lost` is aborted when the lock was lost: another rebuild may then begin, so this one ends. */
async function fillAndSwap<DB>(
  bus: Bus,
  projection: Projection<DB>,
  { schema, migrations, log, liveCatchesUpMs = 5_000 }: RebuildOptions,
  { live, side, lost }: { readonly live: Kysely<DB>; readonly side: Kysely<DB>; readonly lost: AbortSignal },
): Promise<Rebuilt> {
  const started = performance.now();
  const { name, sources, tables } = projection;
  const sideSchema = sideOf(schema);
  const positions: Record<string, LogPosition> = {};
  const at = (source: string): LogPosition => positions[source] ?? LOG_START;
  let events = 0;

  /** Projects a source up to its head or `upTo`; each batch in a transaction of `transact`. */
  async function replay(source: string, transact: Transact<DB>, signal: AbortSignal, upTo?: number): Promise<void> {
    const { seq: after, id: lastId } = at(source);
    const reading = { name: `${name}-rebuild`, filter: source, after, lastId, maxBatch: BATCH, onDemand: true };
    for await (const entries of batchesToHead(bus, { ...reading, signal, log }, upTo)) {
      const { seq } = at(source);
      positions[source] = await transact((trx) => projectBatch(trx, projection, source, seq, entries));
      events += entries.filter(({ event }) => event !== null).length;
    }
  }
  /** Projects up to `wanted` within `trx`. @returns checkpoints reached, ahead of it where the tables already were */
  async function replayTo(wanted: Checkpoints, trx: Transaction<DB>, signal: AbortSignal): Promise<Checkpoints> {
    const reached: Record<string, LogPosition> = {};
    for (const source of sources) {
      const there = wanted[source] ?? LOG_START;
      await replay(source, (work) => work(trx), signal, there.seq);
      // The event may have been dropped from the stream meanwhile, or belong to another log.
      const isDropped = at(source).seq < there.seq && (await isRecognised(bus, source, there));
      reached[source] = isDropped ? there : at(source);
    }
    return reached;
  }
  /** The swap's commit flushes all earlier transactions of `side`. */
  const unsync = (trx: Transaction<DB>) => sql`set local synchronous_commit = off`.execute(trx);
  const unsynced: Transact<DB> = (work) =>
    side.transaction().execute(async (trx) => {
      await unsync(trx);
      return work(trx);
    });

  await side.schema.dropSchema(sideSchema).ifExists().cascade().execute();
  await migrate(side, sideSchema, migrations);
  const createIndexes = await dropIndexes(side, sideSchema);
  for (const source of sources) await replay(source, unsynced, lost);
  await createIndexes();
  for (const source of sources) await replay(source, unsynced, lost);
  const reached = Object.fromEntries(sources.map((source) => [source, at(source).seq]));
  await waitForCheckpoint(live, name, reached, { timeoutMs: liveCatchesUpMs }).catch((error) =>
    log.warn({ err: error, projection: name }, 'the live projection lags behind the rebuild'),
  );
  const comparison = side.transaction().setIsolationLevel('repeatable read');
  const identical = await comparison.execute(async (trx) => {
    await unsync(trx);
    const wanted = await readLogPositions(trx, name, sql.id(schema, 'checkpoint'));
    const reached = await replayTo(wanted, trx, lost);
    const isLevel = sources.every((source) => reached[source]?.seq === (wanted[source] ?? LOG_START).seq);
    return isLevel ? await tablesAreIdentical(trx, schema, sideSchema, tables) : undefined;
  });
  // And once more, to hold up the live projection as briefly as possible.
  for (const source of sources) await replay(source, unsynced, lost);
  await side.transaction().execute(async (trx) => {
    const { held, set } = await holdCheckpoints(trx, schema, projection);
    lost.throwIfAborted();
    const reached = await replayTo(held, trx, AbortSignal.any([lost, AbortSignal.timeout(HOLD_LIMIT_MS)]));
    await swapTables(trx, schema, sideSchema, tables);
    await set(reached);
  });
  await side.schema.dropSchema(sideSchema).ifExists().cascade().execute();
  const seconds = (performance.now() - started) / 1000;
  return { events, seconds, ...(identical === undefined ? {} : { identical }) };
}

type Transact<DB> = (work: (trx: Transaction<DB>) => Promise<LogPosition>) => Promise<LogPosition>;

/** Whether `tables`, each with a primary key, are equal in both schemas; as records: five times as fast as text. */
export async function tablesAreIdentical<DB>(
  trx: Transaction<DB>,
  one: string,
  other: string,
  tables: readonly string[],
): Promise<boolean> {
  for (const table of tables) {
    const [a, b] = [sql.id(one, table), sql.id(other, table)];
    const { rows } = await sql<{ different: boolean }>`
      select exists (select from ${a} a full join ${b} b on a.* = b.* where a.ctid is null or b.ctid is null) as different
    `.execute(trx);
    if (rows[0]?.different) return false;
  }
  return true;
}

/**
 * Replaces tables of schema `live` by those of `side`, with indexes, constraints, sequences and grants. Waits at most
 * `lockTimeoutMs` for queries on the old tables; others wait behind it.
 */
export async function swapTables<DB>(
  trx: Transaction<DB>,
  live: string,
  side: string,
  tables: readonly string[],
  lockTimeoutMs = 5_000,
): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(lockTimeoutMs)}`.execute(trx);
  const old = sql.join(tables.map((table) => sql.id(live, table)));
  await sql`drop table ${old}`.execute(trx);
  for (const table of tables) {
    await sql`alter table ${sql.id(side, table)} set schema ${sql.id(live)}`.execute(trx);
  }
  await grantTables(trx, live);
}

/** Drops the non-unique indexes of a schema before a bulk load. @returns a function that creates them again */
export async function dropIndexes<DB>(db: Kysely<DB>, schema: string): Promise<() => Promise<void>> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where relnamespace = ${schema}::regnamespace and not indisunique`.execute(db);
  for (const { name } of rows) await sql`drop index ${sql.id(schema, name)}`.execute(db);
  return async () => {
    for (const { definition } of rows) await sql.raw(definition).execute(db);
  };
}
