import { type Bus, type LogEntry, type LogReader, readLog } from '@styling/bus';
import { EVENTS_STREAM } from '@styling/contracts';
import { backoff, pause, repeat } from '@styling/service';
import { inSpan, type Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { batchTrace } from './batch-trace.ts';
import { type AsOf, readCheckpoint, StaleCheckpointError } from './checkpoint.ts';
import { observeProjectionLag } from './observe-lag.ts';
import { Progress } from './progress.ts';
import { type Projection, projectBatch } from './projection.ts';
import { whileActive } from './role.ts';
import { waitForCheckpoint } from './wait-for-checkpoint.ts';

/** How long the word of this process is waited for before the database is asked. */
const TRUSTED_MS = 250;
/** How often the one that projects looks whether its tables are still where it left them. */
const LOOK_EVERY_MS = 1_000;

export type RunProjectionOptions = {
  readonly log: Logger;
  /** Events in one transaction at most; 2,000 unless told. */
  readonly batch?: number;
  /** How often a replica in waiting asks for the role, in ms; 1 s unless told. */
  readonly standbyMs?: number;
};

export type RunningProjection = {
  /** Whether this replica is the one that projects. */
  readonly active: boolean;
  /**
   * What `read` finds once the log is taken in up to `seq`, by this replica or another: whatever was acknowledged before
   * it was asked. The active one knows when to read without asking the database; that it was not too early says the
   * checkpoint that comes with the rows, as tables can be set back meanwhile: emptied by hand, restored from a backup.
   *
   * @param read rows and checkpoint of one snapshot, hence by one statement
   * @throws ServiceError `unavailable` when the log is not taken in in time
   */
  asOf<T>(seq: number, read: () => Promise<AsOf<T>>): Promise<T>;
  /** Finishes the batch at hand and gives the role up. */
  stop(): Promise<void>;
};

/**
 * Keeps the tables of `projection` up to date with the log, in one replica at a time; the others wait for its role. The
 * checkpoint in the database is the only position: rows and checkpoint move in one transaction, and a replica that was
 * overtaken without knowing cannot move it. Whatever fails is tried again from the checkpoint; only what is none of our
 * events is passed over, after a copy was put to the dead letters. Tables that were set back are made again from where they
 * are. Uses up to three connections of the pool.
 */
export function runProjection<DB>(
  bus: Bus,
  db: Kysely<DB>,
  projection: Projection<DB>,
  options: RunProjectionOptions,
): RunningProjection {
  const { log, standbyMs = 1_000 } = options;
  const stopping = new AbortController();
  const progress = new Progress();
  let active = false;
  const run = async () => {
    while (!stopping.signal.aborted) {
      try {
        await whileActive(db, projection.name, async (lost) => {
          active = true;
          log.info({ projection: projection.name }, 'projecting');
          await follow(bus, db, projection, options, progress, AbortSignal.any([stopping.signal, lost]));
        });
      } catch (error) {
        log.warn({ err: error, projection: projection.name }, 'the role of projecting was not to be had');
      }
      active = false;
      progress.forget();
      await pause(standbyMs * (0.75 + Math.random() / 2), stopping.signal);
    }
  };
  const endObserving = observeProjectionLag(bus, db, projection);
  const ended = run();
  return {
    get active() {
      return active;
    },
    async asOf(seq, read) {
      const isKnown = active && (await progress.reached(seq, TRUSTED_MS));
      if (!isKnown) await waitForCheckpoint(db, projection.name, seq);
      for (;;) {
        const { checkpoint, value } = await read();
        if (checkpoint >= seq) return value;
        await waitForCheckpoint(db, projection.name, seq);
      }
    },
    stop() {
      stopping.abort();
      endObserving();
      return ended;
    },
  };
}

/** Projects until `signal` is aborted or the checkpoint was moved by another. */
async function follow<DB>(
  bus: Bus,
  db: Kysely<DB>,
  projection: Projection<DB>,
  { log, batch = 2_000 }: RunProjectionOptions,
  progress: Progress,
  signal: AbortSignal,
): Promise<void> {
  const { name, filter } = projection;
  let failures = 0;
  let reader: LogReader | undefined;
  signal.addEventListener('abort', () => void reader?.close(), { once: true });
  const look = async () => {
    const left = progress.position;
    if ((await readCheckpoint(db, name)) >= left) return;
    log.warn({ projection: name }, 'the tables were set back: projecting from where they are');
    await reader?.close();
  };
  // Where the database is away, the next batch says so.
  const looking = repeat(LOOK_EVERY_MS, look, () => undefined);
  while (!signal.aborted) {
    try {
      let checkpoint = await readCheckpoint(db, name);
      progress.advance(checkpoint);
      if (signal.aborted) break;
      reader = readLog(bus, {
        name,
        filter,
        after: checkpoint,
        maxBatch: batch,
        fullBatches: true,
        deadLetters: true,
        log,
      });
      for await (const entries of reader) {
        checkpoint = await inBatchSpan(name, entries, () =>
          db.transaction().execute((trx) => projectBatch(trx, projection, checkpoint, entries)),
        );
        progress.advance(checkpoint);
        failures = 0;
      }
    } catch (error) {
      if (error instanceof StaleCheckpointError) {
        log.warn({ err: error, projection: name }, 'the checkpoint was moved by another: giving the role up');
        break;
      }
      log.error({ err: error, projection: name, failures }, 'a batch was not projected');
    } finally {
      await reader?.close();
    }
    await pause(backoff(failures++, 50, 5_000, Math.random()), signal);
  }
  await looking.stop();
}

function inBatchSpan<T>(name: string, entries: readonly LogEntry[], work: () => Promise<T>): Promise<T> {
  const attributes = {
    'messaging.system': 'nats',
    'messaging.destination.name': EVENTS_STREAM,
    'messaging.operation.name': 'project',
    'messaging.operation.type': 'process',
    'messaging.consumer.group.name': name,
    'messaging.batch.message_count': entries.length,
    'styling.projection': name,
  };
  return inSpan('events.project', { about: name, attributes, ...batchTrace(entries) }, work);
}
