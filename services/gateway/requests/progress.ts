import { type Bus, onEveryNotice } from '@styling/bus';
import { type Progress, progress } from '@styling/contracts';

/** Requests whose progress is remembered; beyond that the least recently updated one is dropped. */
const REMEMBERED = 20_000;

/**
 * Subscribes to the progress of all requests, so that every gateway can report it. Progress that goes backwards, as after a
 * redelivery, is ignored, and so are stages that this version does not know. It may be lost: nothing depends on it.
 */
export function followProgress(bus: Bus, remembered = REMEMBERED) {
  const latest = new Map<string, Progress>();
  const listeners = new Map<string, Set<(progress: Progress) => void>>();
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
    for (const listener of listeners.get(requestId) ?? []) listener(reported);
  });
  return {
    /** The last report; null before the first, and after it was dropped. */
    of: (requestId: string): Progress | null => latest.get(requestId) ?? null,
    /** Calls `listener` with the progress of a request from now on. @returns a function that ends that */
    subscribe(requestId: string, listener: (progress: Progress) => void): () => void {
      const all = listeners.get(requestId) ?? new Set();
      listeners.set(requestId, all.add(listener));
      return () => {
        all.delete(listener);
        if (all.size === 0 && listeners.get(requestId) === all) listeners.delete(requestId);
      };
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
