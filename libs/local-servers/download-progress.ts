import type { DownloadProgress } from './download.ts';

const MEGABYTE = 1_000_000;

/**
 * Reduces the stream of byte counts to a few lines: one at each quarter, or at every two megabytes when
 * the size is not known.
 * @param report called with e.g. `3.1/9.4 MB`
 */
export function inSteps(report: (progress: string) => void): DownloadProgress {
  let reported = 0;
  return (received, total) => {
    const step = Math.floor(received / (total ? total / 4 : 2 * MEGABYTE));
    if (step <= reported) return;
    reported = step;
    const size = total ? `/${megabytes(total)}` : '';
    report(`${megabytes(received)}${size} MB`);
  };
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1);
}
