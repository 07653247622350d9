import type { DownloadProgress } from './download.ts';

const MEGABYTE = 1_000_000;

/**
 * Turns the stream of byte counts into a line now and then: one at each further quarter, or at every two megabytes when
 * the size is not known.
 * @param tell told e.g. `3.1/9.4 MB`
 */
export function inSteps(tell: (progress: string) => void): DownloadProgress {
  let told = 0;
  return (received, total) => {
    const step = Math.floor(received / (total ? total / 4 : 2 * MEGABYTE));
    if (step <= told) return;
    told = step;
    const size = total ? `/${megabytes(total)}` : '';
    tell(`${megabytes(received)}${size} MB`);
  };
}

function megabytes(bytes: number): string {
  return (bytes / MEGABYTE).toFixed(1);
}
