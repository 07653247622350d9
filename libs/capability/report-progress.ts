import { type Bus, notify } from '@styling/bus';
import type { Progress, ReportProgress } from '@styling/contracts';

/** Shortest time between two reports of the same stage, in ms. */
const EVERY_MS = 250;

/**
 * Publishes the progress of a request over core NATS: not kept, and lost while there is no connection. Reports that go backwards are
 * dropped, and so are those that follow the last report of a stage too soon.
 */
export function reportProgress(bus: Bus, requestId: string, clock: () => Date): ReportProgress {
  let last: Progress & { at: number } = { stage: 'preparing', fraction: -1, at: 0 };
  return (stage, fraction) => {
    const at = clock().getTime();
    if (!(fraction > last.fraction) || (stage === last.stage && at - last.at < EVERY_MS)) return;
    last = { stage, fraction, at };
    notify(bus, 'request.progressed', requestId, { stage, fraction: Math.min(1, fraction) });
  };
}

/** Reports of `count` pieces of work that run side by side, from `begin` to `end` of the whole. */
export function partsOf(report: ReportProgress, count: number, begin: number, end: number): ReportProgress[] {
  const done = Array.from({ length: count }, () => 0);
  return done.map((_, index) => (stage, fraction) => {
    done[index] = Math.max(done[index] ?? 0, fraction);
    report(stage, begin + ((end - begin) * done.reduce((sum, one) => sum + one, 0)) / count);
  });
}
