import type { Progress, ReportProgress } from '@styling/contracts';

/** How long a report is held back, in ms. */
const TOGETHER_MS = 250;

/** The reports of a request while this process works on it; `end` drops one that is held back. */
export type RequestReports = { readonly report: ReportProgress; end(): void };

/**
 * Reports how far the requests of this process are, four times a second for all of them together, the latest of each: every gateway
 * receives all reports, and many at once cost it little more than one. Those that go backwards are dropped, and so is what is held back of a
 * request that ends.
 *
 * @param publish sends one report
 */
export function progressReports(publish: (requestId: string, progress: Progress) => void) {
  const due = new Map<string, Progress>();
  let timer: NodeJS.Timeout | undefined;
  const publishAll = () => {
    timer = undefined;
    for (const [requestId, progress] of due) publish(requestId, progress);
    due.clear();
  };
  return {
    begin(requestId: string): RequestReports {
      let last = -1;
      return {
        report(stage, fraction) {
          if (!(fraction > last)) return;
          last = fraction;
          due.set(requestId, { stage, fraction: Math.min(1, fraction) });
          timer ??= setTimeout(publishAll, TOGETHER_MS);
        },
        end: () => void due.delete(requestId),
      };
    },
    stop: () => clearTimeout(timer),
  };
}

/** Reports of `count` pieces of work that run side by side, from `begin` to `end` of the whole. */
export function sharesOf(report: ReportProgress, count: number, begin: number, end: number): ReportProgress[] {
  const done = Array.from({ length: count }, () => 0);
  return done.map((_, index) => (stage, fraction) => {
    done[index] = Math.max(done[index] ?? 0, fraction);
    report(stage, begin + ((end - begin) * done.reduce((sum, one) => sum + one, 0)) / count);
  });
}
