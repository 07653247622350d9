import { EventEmitter } from 'node:events';
import { type Bus, onEveryNotice } from '@styling/bus';
import { type Progress, progress } from '@styling/contracts';

/** Beyond that the least recently updated one is dropped. */
const REMEMBERED = 20_000;

/** Progress of all requests; it may be lost. Backward steps, as after a redelivery, and unknown stages are ignored. */
export function followProgress(bus: Bus, remembered = REMEMBERED) {
  const latest = new Map<string, Progress>();
  const listeners = new EventEmitter().setMaxListeners(0);
  const stop = onEveryNotice(bus, 'request.progressed', (requestId, data) => {
    const reported = readProgress(data);
    const last = latest.get(requestId);
    if (!reported || reported.fraction <= (last?.fraction ?? -1)) return;
    latest.delete(requestId);
    latest.set(requestId, reported);
    for (const oldest of latest.keys()) {
      if (latest.size <= remembered) break;
      latest.delete(oldest);
    }
    listeners.emit(`of ${requestId}`, reported);
  });
  return {
    /** The last report; null before the first, and after it was dropped. */
    of: (requestId: string): Progress | null => latest.get(requestId) ?? null,
    /** Calls `listener` with the progress of a request from now on. @returns a function that ends that */
    subscribe(requestId: string, listener: (progress: Progress) => void): () => void {
      listeners.on(`of ${requestId}`, listener);
      return () => listeners.off(`of ${requestId}`, listener);
    },
    stop,
  };
}

function readProgress(data: Uint8Array): Progress | undefined {
  try {
    return progress.safeParse(JSON.parse(Buffer.from(data).toString())).data;
  } catch {
    return undefined;
  }
}
