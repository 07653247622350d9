import type { Bus } from './connect.ts';
import { logHead } from './log-head.ts';
import { type ReadLogOptions, readLog } from './read-log.ts';
import type { LogEntry } from './to-log-entry.ts';

/**
 * The events of the log that match a filter, from a position to the last one that is there now; then it ends.
 *
 * @throws LogTooShortError and, when the bus is closed meanwhile, Error
 */
export async function* readToHead(bus: Bus, options: ReadLogOptions): AsyncGenerator<LogEntry, void, undefined> {
  const head = await logHead(bus, options.filter);
  if (head <= options.after) return;
  const reader = readLog(bus, options);
  try {
    for await (const batch of reader) {
      for (const entry of batch) {
        if (entry.seq <= head) yield entry;
        if (entry.seq >= head) return;
      }
    }
    throw new Error(`the log could not be read up to ${head}`);
  } finally {
    await reader.close();
  }
}
