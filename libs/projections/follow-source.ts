import {
  type Bus,
  LOG_START,
  type LogEntry,
  type LogPosition,
  type LogReader,
  messagingAttributes,
  readLog,
  UnrecognisedLogError,
} from '@styling/bus';
import { type StylingEvent, streamOf } from '@styling/contracts';
import { backoff, pause } from '@styling/service';
import { inSpan, type Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { batchTrace } from './batch-trace.ts';
import { readLogPositions, StaleCheckpointError } from './checkpoint.ts';
import type { Progress } from './progress.ts';
import { projectAtOnce } from './project-at-once.ts';
import { dueEntries, type Projection, projectBatch } from './projection.ts';
import type { recognition } from './recognition.ts';

/** Default pause after a batch, ms: under load several events share a delivery and a statement. */
const LINGER_MS = 20;

export type RunProjectionOptions = {
  readonly log: Logger;
  /** Events in one transaction at most; default 2,000. */
  readonly batch?: number;
  /** How often a standby tries to become the leader, in ms; default 1 s. */
  readonly standbyMs?: number;
  /**
   * How often a replica checks whether the log is still the same, and the leader whether it still leads and its tables are where it
   * left them, in ms; default 1 s.
   */
  readonly checkEveryMs?: number;
  /**
   * Pause after a batch that was not full, for fewer and larger ones, in ms; default 20. What follows is asked for when it is over. It
   * ends as soon as a reader waits, at this replica or at another, which gives notice.
   */
  readonly lingerMs?: number;
  /** Called with the events of each batch once their rows can be read; of a crash before that it is not called again. */
  readonly onProjected?: (events: readonly StylingEvent[]) => void;
};

/** What the followers of a projection's sources share. */
export type Follower<DB> = {
  readonly bus: Bus;
  readonly db: Kysely<DB>;
  readonly projection: Projection<DB>;
  readonly options: RunProjectionOptions;
  readonly progress: Progress;
  /** Batches of different sources are projected one at a time. */
  readonly inTurn: ReturnType<typeof oneAfterTheOther>;
  readonly recognised: ReturnType<typeof recognition>;
  /** The open readers, by source; closed, one is opened again. */
  readonly readers: Map<string, LogReader>;
  readonly signal: AbortSignal;
  /** Ends the other sources' followers, too. */
  readonly giveUp: () => void;
};

/** Projects one source until `signal` is aborted or its checkpoint was moved by another. */
export async function followSource<DB>(follower: Follower<DB>, source: string): Promise<void> {
  const { bus, db, projection, options, progress, inTurn, recognised, readers, signal, giveUp } = follower;
  const { log, batch: maxBatch = 2_000, lingerMs = LINGER_MS, onProjected } = options;
  const { name } = projection;
  const about = { projection: name, source };
  let failures = 0;
  while (!signal.aborted) {
    let reader: LogReader | undefined;
    try {
      const { seq, id: lastId } = (await readLogPositions(db, name))[source] ?? LOG_START;
      let checkpoint = seq;
      progress.advance(source, checkpoint);
      const position = { name, filter: source, after: seq, lastId };
      const reading = { ...position, maxBatch, fullBatches: true, onDemand: lingerMs > 0, deadLetters: true };
      reader = readLog(bus, { ...reading, signal, log });
      readers.set(source, reader);
      for await (const entries of reader) {
        const before = checkpoint;
        checkpoint = await inTurn(async () => {
          const { seq } = await inBatchSpan(name, source, entries, () => write(follower, source, before, entries));
          progress.advance(source, seq);
          return seq;
        });
        failures = 0;
        onProjected?.(entries.flatMap(({ event }) => event ?? []));
        if (entries.length < maxBatch && !signal.aborted) await progress.linger(lingerMs);
      }
    } catch (error) {
      if (error instanceof StaleCheckpointError) {
        log.warn({ err: error, ...about }, 'checkpoint moved by another replica; giving up leadership');
        giveUp();
        break;
      }
      if (error instanceof UnrecognisedLogError) recognised.note(source, error);
      else log.error({ err: error, ...about, failures }, 'projecting a batch failed; will retry');
    } finally {
      readers.delete(source);
      await reader?.close();
    }
    await pause(backoff(failures++, 50, 5_000, Math.random()), signal);
  }
}

/** Writes a batch: in one statement if it can be, else in a transaction. @throws StaleCheckpointError */
async function write<DB>(
  { db, projection, progress }: Follower<DB>,
  source: string,
  checkpoint: number,
  entries: readonly LogEntry[],
): Promise<LogPosition> {
  const positions = { ...progress.positions, [source]: checkpoint };
  const due = await dueEntries(db, projection, entries);
  const moved = await projectAtOnce(db, projection, positions, source, due);
  return moved ?? db.transaction().execute((trx) => projectBatch(trx, projection, source, checkpoint, due));
}

/** Runs what it is given one after the other, in order. */
export function oneAfterTheOther() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const next = last.then(work, work);
    last = next;
    return next;
  };
}

/** Does `work` in a span, unless no request caused any of the events: what goes on by itself is no trace. */
function inBatchSpan<T>(
  name: string,
  source: string,
  entries: readonly LogEntry[],
  work: () => Promise<T>,
): Promise<T> {
  if (!entries.some(({ trace }) => trace)) return work();
  const attributes = {
    ...messagingAttributes(streamOf(source), 'project', 'process'),
    'messaging.consumer.group.name': name,
    'messaging.batch.message_count': entries.length,
    'styling.projection': name,
  };
  return inSpan('events.project', { about: name, attributes, ...batchTrace(entries) }, work);
}
