import { randomBytes } from 'node:crypto';
import { PubHeaders } from '@nats-io/jetstream';
import { type Msg, nanos } from '@nats-io/transport-node';
import { type StylingEvent, streamOf } from '@styling/contracts';
import { backoff, pause } from '@styling/service';
import type { Logger, TraceHeaders } from '@styling/telemetry';
import type { Bus } from './connect.ts';
import { deadLetter, expectDeadLetters } from './dead-letters.ts';
import { type LogPosition, logHead, recogniseLog, UnrecognisedLogError } from './log.ts';
import { parsed } from './messages.ts';
import { Delivery, type Position, Pull } from './pull.ts';

export type ReadLogOptions = {
  /** Shown in the server's list of consumers; letters, digits, `-`, `_`. */
  readonly name: string;
  readonly filter: string;
  readonly after: number;
  /** With `after: 0`: begins at this time, anew at each reopening, in whatever log there is: messages repeat. */
  readonly since?: () => Date;
  /** Id of the message at `after`; without it any log with a message there is recognised. */
  readonly lastId?: string | null;
  /** Default 500; up to twice as many are held in memory. */
  readonly maxBatch?: number;
  /** Requests what follows a partial batch only when wanted: later messages arrive together, which is far cheaper. */
  readonly onDemand?: boolean;
  /** Dead-letters unparsable messages under `name` before their batch, null in their place, is returned. */
  readonly deadLetters?: boolean;
  readonly signal?: AbortSignal;
  readonly log: Logger;
};

/** Non-empty batches in log order, without gaps or repeats. For one loop only; {@link close} ends it. */
export type LogReader = AsyncIterable<LogEntry[]> & { close(): Promise<void> };

const PULL = { expiresMs: 30_000, heartbeatMs: 2_000, exclusive: true };
/** Time the server keeps a dead reader's consumer. */
const INACTIVE_MS = 30_000;

/**
 * Reads from a position on, then follows the log, fetching and decoding one batch ahead. Without acknowledgements: a
 * gap, reconnection or silent server opens a new consumer behind the last event in order, if it is still the same log.
 * Iterating throws UnrecognisedLogError; other failures are retried until it is closed.
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
  const { log, name, deadLetters } = options;
  if (deadLetters) expectDeadLetters(name);
  let position: LogPosition = { seq: options.after, id: options.lastId ?? null };
  let failures = 0;
  while (!closing.aborted && !bus.nc.isClosed()) {
    try {
      for await (const arrived of fromNewConsumer(bus, options, position, closing)) {
        failures = 0;
        for (const { unparsable } of deadLetters ? arrived : []) {
          if (!unparsable || closing.aborted) continue;
          await deadLetter(bus, name, unparsable, 'unparsable');
          log.error({ seq: unparsable.seq, reader: name }, 'unparsable message dead-lettered');
        }
        if (closing.aborted) return;
        yield arrived;
        const last = arrived.at(-1);
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

export type LogEntry = {
  readonly seq: number;
  readonly id?: string | undefined;
  /** Null: an unknown type, or none of our events. */
  readonly event: StylingEvent | null;
  readonly trace?: TraceHeaders | undefined;
};

/** Reads headers now: a message that is kept keeps the client's buffers, and the collector busy. */
function toArrived(nc: Bus['nc'], message: Msg, position: Position) {
  const { data, headers } = message;
  const event = parsed(data);
  const [traceparent, tracestate] = [headers?.get('traceparent'), headers?.get('tracestate')];
  return {
    seq: position.seq,
    consumerSeq: position.consumerSeq,
    id: headers?.get(PubHeaders.MsgIdHdr) || undefined,
    event: typeof event === 'string' ? null : event,
    trace: traceparent ? { traceparent, ...(tracestate && { tracestate }) } : undefined,
    unparsable: event === 'unparsable' ? new Delivery(nc, message, position) : undefined,
  };
}

/** Throws when the consumer can no longer be trusted. */
async function* fromNewConsumer(
  bus: Bus,
  { name, filter, maxBatch = 500, onDemand = false, since }: ReadLogOptions,
  position: LogPosition,
  closing: AbortSignal,
): AsyncGenerator<ReturnType<typeof toArrived>[], void, undefined> {
  const stream = streamOf(filter);
  await recogniseLog(bus, filter, position);
  // Unguessable: only the name keeps other readers away, see permissions.ts.
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
  const pulling = { ...PULL, stream, consumer, atOnce: onDemand };
  const pull = new Pull(bus, pulling, (message, position) => toArrived(bus.nc, message, position));
  const interrupt = () => pull.interrupt();
  closing.addEventListener('abort', interrupt, { once: true });
  try {
    for (let delivered = 0; !closing.aborted; ) {
      const taken = await pull.next(maxBatch);
      if (taken.some(({ consumerSeq }) => consumerSeq !== ++delivered)) throw new Error('a delivery was lost');
      // Requested now, the next batch arrives while this one is worked on.
      if (taken.length === maxBatch || !onDemand) pull.request(maxBatch);
      if (taken.length > 0) yield taken;
    }
  } finally {
    closing.removeEventListener('abort', interrupt);
    pull.close();
    // The server would remove it by itself, later.
    if (!bus.nc.isClosed()) bus.jsm.consumers.delete(stream, consumer).catch(() => {});
  }
}

/** Batches up to the current head, or `upTo` if earlier. @throws UnrecognisedLogError; Error when closed meanwhile */
export async function* batchesToHead(
  bus: Bus,
  options: ReadLogOptions,
  upTo = Number.POSITIVE_INFINITY,
): AsyncGenerator<LogEntry[], void, undefined> {
  const end = Math.min(upTo, await logHead(bus, options.filter, options.since?.()));
  if (end <= options.after) return;
  const reader = readLog(bus, options);
  try {
    for await (const batch of reader) {
      const isLast = (batch.at(-1)?.seq ?? 0) >= end;
      const due = isLast ? batch.filter(({ seq }) => seq <= end) : batch;
      if (due.length > 0) yield due;
      if (isLast) return;
    }
    throw new Error(`${options.filter} could not be read up to ${end}`);
  } finally {
    await reader.close();
  }
}

/** Single events of {@link batchesToHead}. */
export async function* readToHead(bus: Bus, options: ReadLogOptions): AsyncGenerator<LogEntry, void, undefined> {
  for await (const batch of batchesToHead(bus, options)) yield* batch;
}
