import type { Bus } from './connect.ts';
import { logHead } from './log-head.ts';
import { type ReadLogOptions, readLog } from './read-log.ts';
import type { LogEntry } from './to-log-entry.ts';

/**
 * Batches of the log from a position to the last event that is there now, or to `upTo` if that is before it; then ends.
 *
 * @throws UnrecognisedLogError and, when the bus or the reader is closed meanwhile, Error
 */
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

/** The events of {@link batchesToHead}, one by one. */
export async function* readToHead(bus: Bus, options: ReadLogOptions): AsyncGenerator<LogEntry, void, undefined> {
  for await (const batch of batchesToHead(bus, options)) yield* batch;
}
