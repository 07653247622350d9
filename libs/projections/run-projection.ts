import {
  askJetStream,
  type Bus,
  LOG_START,
  type LogEntry,
  type LogReader,
  messagingAttributes,
  notify,
  onNotice,
  readLog,
  UnrecognisedLogError,
} from '@styling/bus';
import { type StylingEvent, streamOf } from '@styling/contracts';
import { backoff, type Needs, pause, repeat } from '@styling/service';
import { inSpan, type Logger } from '@styling/telemetry';
import { type Kysely, sql } from 'kysely';
import { whileLeading } from './leadership.ts';
import { observeProjectionLag, Progress, waitForCheckpoint } from './progress.ts';
import {
  type AsOf,
  createCheckpoints,
  hasReached,
  type Positions,
  type Projection,
  projectBatch,
  readLogPositions,
  StaleCheckpointError,
} from './projection.ts';
import { recognition } from './recognition.ts';

/** How long this process's progress is waited for before the database is asked. */
const TRUSTED_MS = 250;

type Options = {
  readonly log: Logger;
  readonly batch?: number;
  /** How often a standby tries to become the leader; default 1 s. */
  readonly standbyMs?: number;
  /** How often log and leadership are checked; default 1 s. */
  readonly checkEveryMs?: number;
  /** Pause after a batch that was not full, for fewer and larger ones; default 20. A waiting reader ends it. */
  readonly lingerMs?: number;
  /** Called with each batch once its rows can be read: at most once, not after a crash in between. */
  readonly onProjected?: (events: readonly StylingEvent[]) => void;
};

export type RunningProjection = ReturnType<typeof runProjection>;

/**
 * Keeps a projection's tables up to date in one replica at a time. Rows and checkpoint move in one transaction, so that
 * an overtaken replica cannot write. Failures are retried from the checkpoint; unparsable messages are dead-lettered
 * and skipped; an unrecognised log is not projected. Uses a pool connection, one per source, and one to check.
 */
export function runProjection<DB>(bus: Bus, db: Kysely<DB>, projection: Projection<DB>, options: Options) {
  const { log, standbyMs = 1_000, checkEveryMs = 1_000 } = options;
  const { batch: maxBatch = 5_000, lingerMs = 20, onProjected } = options;
  const { name, sources } = projection;
  const stopping = new AbortController();
  const progress = new Progress();
  const recognised = recognition(bus, db, projection, log);
  const readers = new Map<string, LogReader>();
  let active = false;
  /** The last batch, of any source: one after the other. */
  let last: Promise<unknown> = Promise.resolve();

  /** Projects a source until `signal` is aborted, or another moved its checkpoint, which ends the other sources too. */
  async function follow(source: string, signal: AbortSignal, giveUp: () => void): Promise<void> {
    const about = { projection: name, source };
    for (let failures = 0; !signal.aborted; failures++) {
      let reader: LogReader | undefined;
      try {
        const { seq, id: lastId } = (await readLogPositions(db, name))[source] ?? LOG_START;
        let checkpoint = seq;
        progress.advance(source, checkpoint);
        const position = { name, filter: source, after: seq, lastId };
        const reading = { ...position, maxBatch, onDemand: lingerMs > 0, deadLetters: true };
        reader = readLog(bus, { ...reading, signal, log });
        readers.set(source, reader);
        for await (const entries of reader) {
          const before = checkpoint;
          const write = () => db.transaction().execute((trx) => projectBatch(trx, projection, source, before, entries));
          const written = last.catch(() => {}).then(() => inBatchSpan(name, source, entries, write));
          last = written;
          checkpoint = (await written).seq;
          progress.advance(source, checkpoint);
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
      await pause(backoff(failures, 50, 5_000, Math.random()), signal);
    }
  }

  async function lead(lost: AbortSignal): Promise<void> {
    await createCheckpoints(db, projection);
    active = true;
    log.info({ projection: name }, 'projecting');
    const overtaken = new AbortController();
    const signal = AbortSignal.any([stopping.signal, lost, overtaken.signal]);
    const giveUp = () => overtaken.abort();
    const endWatching = bus.onDisconnect(giveUp);
    // It may have been lost while the lock was acquired.
    if (!bus.isConnected()) giveUp();
    await Promise.all(sources.map((source) => follow(source, signal, giveUp))).finally(endWatching);
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      // A leader without the log would keep those who have it from leading.
      await bus.connected(stopping.signal);
      if (bus.nc.isClosed()) return;
      try {
        await whileLeading(db, name, lead, checkEveryMs);
      } catch (error) {
        log.warn({ err: error, projection: name }, 'could not acquire projection leadership');
      }
      active = false;
      progress.forget();
      await pause(standbyMs * (0.75 + Math.random() / 2), stopping.signal);
    }
  }

  async function check(): Promise<void> {
    const left = sources.map((source) => progress.positionOf(source));
    const positions = await recognised.compare();
    for (const [index, source] of sources.entries()) {
      if ((positions[source] ?? LOG_START).seq >= (left[index] ?? 0)) continue;
      log.warn({ projection: name, source }, 'checkpoint moved backwards; resuming from it');
      await readers.get(source)?.close();
    }
  }

  // Where bus or database are away, the next batch reports it.
  const checking = repeat(checkEveryMs, check, () => undefined);
  const endObserving = observeProjectionLag(bus, db, projection);
  const endListening = onNotice(bus, 'projection.awaited', name, () => progress.awaitedElsewhere());
  const onBehind = () => notify(bus, 'projection.awaited', name);
  const ended = run();
  const streams = new Set(sources.map(streamOf));
  return {
    needs: {
      JetStream: () => Promise.all([...streams].map((stream) => askJetStream(bus, stream))),
      Postgres: () => sql`select 1`.execute(db),
    } satisfies Needs,
    get active(): boolean {
      return active;
    },
    /** Why the log is not recognised, in a line: nothing is then projected, nor read by `asOf`. */
    get unrecognised(): string | undefined {
      return recognised.unrecognised();
    },
    /**
     * What `read` (one statement) returns once the sources are projected up to `heads`, by any replica; its checkpoints
     * show whether tables were set back. @throws ServiceError `unavailable`: not in time, or log not recognised
     */
    async asOf<T>(heads: Positions, read: () => Promise<AsOf<T>>): Promise<T> {
      await recognised.require();
      let isReached = active && (await progress.reached(heads, TRUSTED_MS));
      for (;;) {
        if (!isReached) await waitForCheckpoint(db, name, heads, { onBehind });
        const { checkpoints, value } = await read();
        isReached = hasReached(checkpoints, heads);
        if (isReached) return value;
      }
    },
    async stop(): Promise<void> {
      stopping.abort();
      progress.endLingering();
      endObserving();
      endListening();
      recognised.stop();
      await checking.stop();
      await ended;
    },
  };
}

/** Does `work` in a span linked to each event's trace (a child if all share one); in none if no request caused any. */
function inBatchSpan<T>(
  name: string,
  source: string,
  entries: readonly LogEntry[],
  work: () => Promise<T>,
): Promise<T> {
  const traces = entries.flatMap(({ trace }) => (trace ? [trace] : []));
  const [first] = traces;
  if (!first) return work();
  const attributes = {
    ...messagingAttributes(streamOf(source), 'project', 'process'),
    'messaging.consumer.group.name': name,
    'messaging.batch.message_count': entries.length,
    'styling.projection': name,
  };
  const traceId = ({ traceparent }: typeof first) => traceparent?.split('-')[1];
  const isOne = traces.every((trace) => traceId(trace) === traceId(first));
  const options = { about: name, attributes, links: () => traces, parent: isOne ? first : undefined };
  return inSpan('events.project', options, work);
}
