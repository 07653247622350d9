import { type Bus, type LogEntry, lastSequence, logHead, readLog } from '@styling/bus';
import { streamOf } from '@styling/contracts';
import { connectDatabase, migrate } from '@styling/database';
import type { Logger } from '@styling/telemetry';
import { type Kysely, sql, type Transaction } from 'kysely';
import { holdCheckpoints } from './checkpoint.ts';
import { dropIndexes } from './drop-indexes.ts';
import { whileLeading } from './leadership.ts';
import { type Projection, projectBatch } from './projection.ts';
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
 * Rebuilds a projection's tables from all of its sources, beside live traffic, and swaps them in. The new tables come
 * from the service's own migrations in a schema of their own, and are filled by the same code. For the swap the live
 * checkpoints are held: the rebuild goes exactly to them, compares, exchanges the tables and sets the checkpoints in that
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
  const replays = projection.sources.map((source) => new Replay(bus, projection, source, log));
  const close = async () => void (await Promise.all(replays.map((replay) => replay.close())));
  let rebuilt: Rebuilt | undefined;
  try {
    const alone = await whileLeading(live, lockOf(projection.name), async (lost) => {
      // Without the lock another may begin: an end of the log is an end of this.
      lost.addEventListener('abort', () => void close(), { once: true });
      rebuilt = await swapIn(bus, projection, options, { live, side, replays, close, lost });
    });
    if (!alone || !rebuilt) throw new RebuildRunningError(`another rebuild of ${schema} is under way`);
    return rebuilt;
  } finally {
    await close();
    await Promise.all([live.destroy(), side.destroy()]);
  }
}

/**
 * Removes what a rebuild that was killed has left: its tables are as old as its end. Nothing happens while one runs.
 *
 * @param live connected to the live tables, with at least two connections
 */
export async function removeAbandonedRebuild<DB>(live: Kysely<DB>, schema: string, name: string): Promise<void> {
  await whileLeading(live, lockOf(name), () => live.schema.dropSchema(sideOf(schema)).ifExists().cascade().execute());
}

const lockOf = (name: string): string => `${name}/rebuild`;
const sideOf = (schema: string): string => `${schema}_rebuild`;

type Sides<DB> = {
  readonly live: Kysely<DB>;
  readonly side: Kysely<DB>;
  readonly replays: readonly Replay<DB>[];
  readonly close: () => Promise<void>;
  readonly lost: AbortSignal;
};

async function swapIn<DB>(
  bus: Bus,
  projection: Projection<DB>,
  { schema, migrations, log }: RebuildOptions,
  { live, side, replays, close, lost }: Sides<DB>,
): Promise<Rebuilt> {
  const started = performance.now();
  const { name, tables } = projection;
  const sideSchema = sideOf(schema);
  replays[0]?.begin();
  await side.schema.dropSchema(sideSchema).ifExists().cascade().execute();
  await migrate(side, sideSchema, migrations);
  const createIndexes = await dropIndexes(side, sideSchema);
  for (const replay of replays) await replay.until(await logHead(bus, replay.source), side);
  await createIndexes();
  // Once more for what was published meanwhile, so that little is left to do while the live projection is held up.
  for (const replay of replays) await replay.until(await logHead(bus, replay.source), side);
  const positions = () => Object.fromEntries(replays.map(({ source, position }) => [source, position]));
  await waitForCheckpoint(live, name, positions(), { timeoutMs: LIVE_CATCHES_UP_MS }).catch((error) =>
    log.warn({ err: error, projection: name }, 'the live projection lags behind the rebuild'),
  );
  const identical = await side.transaction().execute(async (trx) => {
    const { held, set } = await holdCheckpoints(trx, schema, projection);
    lost.throwIfAborted();
    const tooLong = setTimeout(() => void close(), HOLD_LIMIT_MS);
    try {
      for (const replay of replays) await replay.upTo(held[replay.source] ?? 0, trx);
    } finally {
      clearTimeout(tooLong);
    }
    const isLevel = replays.every(({ source, position }) => position === held[source]);
    const same = isLevel ? await tablesAreIdentical(trx, schema, sideSchema, tables) : undefined;
    await swapTables(trx, schema, sideSchema, tables);
    await set(positions());
    return same;
  });
  await side.schema.dropSchema(sideSchema).ifExists().cascade().execute();
  const seconds = (performance.now() - started) / 1000;
  const events = replays.reduce((sum, replay) => sum + replay.events, 0);
  return { events, seconds, ...(identical === undefined ? {} : { identical }) };
}

/** A source from its beginning, projected as far as asked. */
class Replay<DB> {
  position = 0;
  events = 0;
  readonly source: string;
  readonly #bus: Bus;
  readonly #projection: Projection<DB>;
  readonly #reader;
  readonly #batches: AsyncIterator<LogEntry[]>;
  #first: Promise<IteratorResult<LogEntry[], unknown>> | undefined;
  #ahead: LogEntry[] = [];

  constructor(bus: Bus, projection: Projection<DB>, source: string, log: Logger) {
    this.source = source;
    this.#bus = bus;
    this.#projection = projection;
    const options = { name: `${projection.name}-rebuild`, filter: source, after: 0, maxBatch: BATCH, log };
    this.#reader = readLog(bus, { ...options, fullBatches: true });
    this.#batches = this.#reader[Symbol.asyncIterator]();
  }

  /** Requests the first events, to arrive while something else is done. */
  begin(): void {
    this.#first = this.#batches.next();
    // Reported to the one who asks for them.
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

  /**
   * In `trx`, to `seq` exactly where the stream goes so far: also when what was there has been dropped meanwhile. Else to
   * its last event.
   */
  async upTo(seq: number, trx: Transaction<DB>): Promise<void> {
    const head = await logHead(this.#bus, this.source);
    while (this.position < seq && this.position < head) {
      await this.#read();
      const beyond = this.#ahead.findIndex((entry) => entry.seq > seq);
      const due = this.#ahead.splice(0, beyond === -1 ? this.#ahead.length : beyond);
      if (due.length === 0) break;
      await this.#project(trx, due);
    }
    if (this.position < seq && seq <= (await lastSequence(this.#bus, streamOf(this.source)))) this.position = seq;
  }

  close(): Promise<void> {
    return this.#reader.close();
  }

  async #read(): Promise<void> {
    if (this.#ahead.length > 0) return;
    const { value, done } = await (this.#first ?? this.#batches.next());
    this.#first = undefined;
    if (done) throw new Error(`${this.source} could not be read to its end`);
    this.#ahead = value;
  }

  async #project(trx: Transaction<DB>, entries: LogEntry[]): Promise<void> {
    this.position = await projectBatch(trx, this.#projection, this.source, this.position, entries);
    this.events += entries.filter(({ event }) => event !== null).length;
  }
}
