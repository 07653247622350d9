import { randomBytes } from 'node:crypto';
import { nanos } from '@nats-io/transport-node';
import { streamOf } from '@styling/contracts';
import { backoff, pause } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { Bus } from './connect.ts';
import { deadLetter, expectDeadLetters } from './dead-letters.ts';
import { type LogPosition, recogniseLog, UnrecognisedLogError } from './log-position.ts';
import { Pull } from './pull.ts';
import { type ArrivedEntry, type LogEntry, toLogEntry } from './to-log-entry.ts';

export type ReadLogOptions = {
  /** Shows on the server's list of consumers; letters, digits, `-` and `_`. */
  readonly name: string;
  /** Subject filter; the stream follows from it. */
  readonly filter: string;
  /** Sequence after which to begin; 0 for the whole log. */
  readonly after: number;
  /**
   * With `after: 0`: begins at the first message that was stored at this moment or later, anew whenever it has to be opened again,
   * in whatever log there is then. Messages repeat; no other message has to be readable.
   */
  readonly since?: () => Date;
  /** Id of the message at `after`, by which the log is recognised; without it any log is that has a message there. */
  readonly lastId?: string | null;
  /** Largest batch; default 500. Up to twice as many are held in memory. */
  readonly maxBatch?: number;
  /** Return full batches of a backlog rather than what has arrived: for work with a cost per batch. */
  readonly fullBatches?: boolean;
  /**
   * Asks for what follows a batch that was not full only when it is wanted: for readers that pause in between. What is stored
   * meanwhile then arrives together, which costs server and reader a fraction of as many single messages.
   */
  readonly onDemand?: boolean;
  /** Dead-letter unparsable messages under `name`, before the batch that has null in their place is returned. */
  readonly deadLetters?: boolean;
  /** Closes the reader. */
  readonly signal?: AbortSignal;
  readonly log: Logger;
};

/** Non-empty batches of the log, in its order, without gaps or repeats. One loop only; it ends with {@link close}. */
export type LogReader = AsyncIterable<LogEntry[]> & { close(): Promise<void> };

const PULL = { expiresMs: 30_000, heartbeatMs: 2_000, exclusive: true };
/** How long a batch waits to be filled by what is on its way, in ms. */
const FILL_MS = 50;
/** How long the server keeps the consumer of a dead reader. */
const INACTIVE_MS = 30_000;

/**
 * Reads the log from a position on and then follows it. A batch is what is there already; the next one arrives and is
 * decoded while it is worked on. Nothing is acknowledged, so nothing is redelivered: a gap in the consumer's numbering, a
 * reconnection or a silent server opens a new consumer behind the last event received in order, if it is still the same log.
 *
 * Iterating throws UnrecognisedLogError; all other failures are retried until it is closed.
 */
export function readLog(bus: Bus, options: ReadLogOptions): LogReader {
  const closing = new AbortController();
  const iterator = batches(bus, options, closing.signal);
  const close = async () => {
    closing.abort();
    await iterator.return();
  };
  if (options.signal?.aborted) closing.abort();
  options.signal?.addEventListener('abort', close, { once: true, signal: closing.signal });
  return { [Symbol.asyncIterator]: () => iterator, close };
}

async function* batches(
  bus: Bus,
  options: ReadLogOptions,
  closing: AbortSignal,
): AsyncGenerator<LogEntry[], void, undefined> {
  const { log, name } = options;
  if (options.deadLetters) expectDeadLetters(name);
  let position: LogPosition = { seq: options.after, id: options.lastId ?? null };
  let failures = 0;
  while (!closing.aborted && !bus.nc.isClosed()) {
    try {
      for await (const arrived of fromNewConsumer(bus, options, position, closing)) {
        failures = 0;
        if (options.deadLetters) await keepUnparsable(bus, options, arrived, closing);
        if (closing.aborted) return;
        yield arrived.map(({ entry }) => entry);
        const last = arrived.at(-1)?.entry;
        if (last && !options.since) position = { seq: last.seq, id: last.id ?? null };
      }
    } catch (error) {
      if (error instanceof UnrecognisedLogError) throw error;
      if (!closing.aborted) log.warn({ err: error, reader: name, after: position.seq }, 'restarting log reader');
    }
    await bus.connected(closing);
    await pause(backoff(failures++, 20, 2_000, Math.random()), closing);
  }
}

async function keepUnparsable(bus: Bus, { name, log }: ReadLogOptions, arrived: ArrivedEntry[], closing: AbortSignal) {
  for (const { unparsable } of arrived) {
    if (!unparsable || closing.aborted) continue;
    await deadLetter(bus, name, unparsable, 'unparsable');
    log.error({ seq: unparsable.seq, reader: name }, 'unparsable message dead-lettered');
  }
}

/** Batches of a new consumer behind `position`, until closing. Throws when it can no longer be trusted. */
async function* fromNewConsumer(
  bus: Bus,
  { name, filter, maxBatch = 500, fullBatches, onDemand = false, since }: ReadLogOptions,
  position: LogPosition,
  closing: AbortSignal,
): AsyncGenerator<ArrivedEntry[], void, undefined> {
  const stream = streamOf(filter);
  await recogniseLog(bus, filter, position);
  // Unguessable: the name is all that keeps other readers from it, see permissions.ts.
  const consumer = `${name}-${randomBytes(12).toString('hex')}`;
  await bus.jsm.consumers.add(stream, {
    name: consumer,
    ack_policy: 'none',
    ...(since
      ? { deliver_policy: 'by_start_time', opt_start_time: since().toISOString() }
      : { deliver_policy: 'by_start_sequence', opt_start_seq: position.seq + 1 }),
    filter_subject: filter,
    inactive_threshold: nanos(INACTIVE_MS),
    mem_storage: true,
    num_replicas: 1,
  });
  const pull = new Pull(bus, { ...PULL, stream, consumer, atOnce: onDemand }, (message) => toLogEntry(bus.nc, message));
  const interrupt = () => pull.interrupt();
  closing.addEventListener('abort', interrupt, { once: true });
  try {
    for (let delivered = 0; !closing.aborted; ) {
      if (fullBatches) await pull.filled(maxBatch, FILL_MS);
      const taken = pull.take(maxBatch);
      const failure = pull.takeFailure();
      const isLast = taken.length > 0 && taken.length < maxBatch;
      // Requested now, the next batch arrives and is decoded while this one is worked on.
      if (!failure && !(onDemand && isLast)) pull.request(maxBatch);
      if (taken.some(({ consumerSeq }) => consumerSeq !== ++delivered)) throw new Error('a delivery was lost');
      if (taken.length > 0) yield taken;
      if (failure) throw failure;
      if (taken.length === 0 && pull.waiting === 0 && !closing.aborted) await pull.changed();
    }
  } finally {
    closing.removeEventListener('abort', interrupt);
    pull.close();
    // The server would remove it by itself, later.
    if (!bus.nc.isClosed()) bus.jsm.consumers.delete(stream, consumer).catch(() => {});
  }
}
