import { type Bus, type LogEntry, logHead, readLog } from '@styling/bus';
import { connectDatabase, migrate } from '@styling/database';
import type { Logger } from '@styling/telemetry';
import { type Kysely, sql, type Transaction } from 'kysely';
import { dropIndexes } from './drop-indexes.ts';
import { type Projection, projectBatch } from './projection.ts';
import { whileActive } from './role.ts';
import { swapTables, tablesAreIdentical } from './swap-tables.ts';
import { waitForCheckpoint } from './wait-for-checkpoint.ts';

export type RebuildOptions = {
  readonly url: string;
  /** Schema of the service's live tables; the new ones are made in `<schema>_rebuild`. */
  readonly schema: string;
  /** Folder of the service's migrations. */
  readonly migrations: string;
  readonly log: Logger;
};

export type Rebuilt = {
  readonly events: number;
  readonly seconds: number;
  /** Whether the live tables were the same, row for row; undefined when they lag behind and cannot be compared. */
  readonly identical?: boolean;
};

/** Another rebuild of the same tables is under way. */
export class RebuildRunningError extends Error {
  override readonly name = 'RebuildRunningError';
}

/** Events in one transaction: what many of them count in one row is then written once. */
const BATCH = 5_000;
/** How long the live projection may take to get where the rebuild is, before they are swapped uncompared. */
const LIVE_CATCHES_UP_MS = 5_000;
/** How long the live projection may be held up by reading the last events, in ms. */
const HOLD_LIMIT_MS = 10_000;

/**
 * Makes a projection's tables anew from the whole log, beside live traffic, and swaps them in. The new tables come from
 * the service's own migrations in a schema of their own, and are filled by the same code. For the swap the live
 * checkpoint is held: the rebuild goes exactly to it, compares, exchanges the tables and sets the checkpoint in that
 * one transaction. The live projection goes on from there; readers see the old tables or the new ones.
 *
 * One at a time: the side schema is its own while it lasts.
 *
 * @throws RebuildRunningError when another one is under way, anywhere
 * @throws Error when something failed: the live tables are then as they were
 */
export async function rebuild<DB>(bus: Bus, projection: Projection<DB>, options: RebuildOptions): Promise<Rebuilt> {
  const { url, schema, log } = options;
  // One connection for the lock, one for the work.
  const live = connectDatabase<DB>({ url, schema, log, connections: 2 });
  const side = connectDatabase<DB>({ url, schema: sideOf(schema), log, connections: 3 });
  const replay = new Replay(bus, projection, log);
  let rebuilt: Rebuilt | undefined;
  try {
    const alone = await whileActive(live, lockOf(projection.name), async (lost) => {
      // Without the lock another may begin: an end of the log is an end of this.
      lost.addEventListener('abort', () => void replay.close(), { once: true });
      rebuilt = await swapIn(bus, projection, options, { live, side, replay, lost });
    });
    if (!alone || !rebuilt) throw new RebuildRunningError(`another rebuild of ${schema} is under way`);
    return rebuilt;
  } finally {
    await replay.close();
    await Promise.all([live.destroy(), side.destroy()]);
  }
}

/**
 * Removes what a rebuild that was killed has left: its tables are as old as its end. Nothing happens while one runs.
 *
 * @param live connected to the live tables, with at least two connections
 */
export async function removeAbandonedRebuild<DB>(live: Kysely<DB>, schema: string, name: string): Promise<void> {
  await whileActive(live, lockOf(name), () => live.schema.dropSchema(sideOf(schema)).ifExists().cascade().execute());
}

const lockOf = (name: string): string => `${name}/rebuild`;
const sideOf = (schema: string): string => `${schema}_rebuild`;

type Sides<DB> = {
  readonly live: Kysely<DB>;
  readonly side: Kysely<DB>;
  readonly replay: Replay<DB>;
  readonly lost: AbortSignal;
};

async function swapIn<DB>(
  bus: Bus,
  { name, filter, tables }: Projection<DB>,
  { schema, migrations, log }: RebuildOptions,
  { live, side, replay, lost }: Sides<DB>,
): Promise<Rebuilt> {
  const started = performance.now();
  const sideSchema = sideOf(schema);
  replay.begin();
  await side.schema.dropSchema(sideSchema).ifExists().cascade().execute();
  await migrate(side, sideSchema, migrations);
  const createIndexes = await dropIndexes(side, sideSchema);
  await replay.until(await logHead(bus, filter), side);
  await createIndexes();
  // Once more for what was said meanwhile, so that little is left to do while the live projection is held up.
  await replay.until(await logHead(bus, filter), side);
  await waitForCheckpoint(live, name, replay.position, { timeoutMs: LIVE_CATCHES_UP_MS }).catch((error) =>
    log.warn({ err: error, projection: name }, 'the live projection lags behind the rebuild'),
  );
  const identical = await side.transaction().execute(async (trx) => {
    const held = await holdCheckpoint(trx, schema, name);
    lost.throwIfAborted();
    const tooLong = setTimeout(() => void replay.close(), HOLD_LIMIT_MS);
    await replay.upTo(held.seq, await logHead(bus, filter), trx).finally(() => clearTimeout(tooLong));
    const same = replay.position === held.seq ? await tablesAreIdentical(trx, schema, sideSchema, tables) : undefined;
    await swapTables(trx, schema, sideSchema, tables);
    await held.set(replay.position);
    return same;
  });
  await side.schema.dropSchema(sideSchema).ifExists().cascade().execute();
  const seconds = (performance.now() - started) / 1000;
  return { events: replay.events, seconds, ...(identical === undefined ? {} : { identical }) };
}

/** Locks the live checkpoint until the end of `trx`: no replica can project meanwhile. */
async function holdCheckpoint<DB>(trx: Transaction<DB>, schema: string, name: string) {
  const table = sql.id(schema, 'checkpoint');
  await sql`insert into ${table} (name, seq) values (${name}, 0) on conflict (name) do nothing`.execute(trx);
  const { rows } = await sql<{ seq: number }>`select seq from ${table} where name = ${name} for update`.execute(trx);
  const set = (seq: number) => sql`update ${table} set seq = ${seq} where name = ${name}`.execute(trx);
  return { seq: Number(rows[0]?.seq ?? 0), set };
}

/** The log from its beginning, projected as far as asked. */
class Replay<DB> {
  position = 0;
  events = 0;
  readonly #projection: Projection<DB>;
  readonly #reader;
  readonly #batches: AsyncIterator<LogEntry[]>;
  #first: Promise<IteratorResult<LogEntry[], unknown>> | undefined;
  #ahead: LogEntry[] = [];

  constructor(bus: Bus, projection: Projection<DB>, log: Logger) {
    this.#projection = projection;
    const { name, filter } = projection;
    this.#reader = readLog(bus, { name: `${name}-rebuild`, filter, after: 0, maxBatch: BATCH, fullBatches: true, log });
    this.#batches = this.#reader[Symbol.asyncIterator]();
  }

  /** Lets the first events come while something else is done. */
  begin(): void {
    this.#first = this.#batches.next();
    // Whoever asks for them is told.
    this.#first.catch(() => {});
  }

  /**
   * Batch by batch in transactions of their own, to `seq` or a little further. None of them is waited for to be on disk:
   * nothing is lost with them, and the swap's commit is on disk with all that was before it.
   */
  async until(seq: number, side: Kysely<DB>): Promise<void> {
    while (this.position < seq) {
      await this.#read();
      await side.transaction().execute(async (trx) => {
        await sql`set local synchronous_commit = off`.execute(trx);
        await this.#project(trx, this.#ahead.splice(0));
      });
    }
  }

  /** In `trx`, to `seq` exactly or to the last event before it; `head` is the last event that there is to be read. */
  async upTo(seq: number, head: number, trx: Transaction<DB>): Promise<void> {
    while (this.position < seq && this.position < head) {
      await this.#read();
      const beyond = this.#ahead.findIndex((entry) => entry.seq > seq);
      const due = this.#ahead.splice(0, beyond === -1 ? this.#ahead.length : beyond);
      if (due.length === 0) return;
      await this.#project(trx, due);
    }
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  async #read(): Promise<void> {
    if (this.#ahead.length > 0) return;
    const { value, done } = await (this.#first ?? this.#batches.next());
    this.#first = undefined;
    if (done) throw new Error(`the log of ${this.#projection.name} could not be read to its end`);
    this.#ahead = value;
  }

  async #project(trx: Transaction<DB>, entries: LogEntry[]): Promise<void> {
    this.position = await projectBatch(trx, this.#projection, this.position, entries);
    this.events += entries.filter(({ event }) => event !== null).length;
  }
}
