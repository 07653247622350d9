import { median } from '../../pixels/statistics.ts';
import type { Outcome } from './render.ts';

/** How long a picture may take, in seconds. */
const most = 3;

/** How long the pictures of a run took, those that were refused left out; nothing without any. */
export function timesOf(outcomes: readonly Outcome[]): string[] {
  const seconds = outcomes.filter(({ code }) => !code).map(({ milliseconds }) => milliseconds / 1000);
  if (seconds.length === 0) return [];
  const late = seconds.filter((time) => time > most);
  const [middle, longest] = [median(seconds), Math.max(...seconds)].map((time) => time.toFixed(1));
  return [
    `times: ${middle} s in the median, ${late.length} of ${seconds.length} over ${most} s, the longest ${longest} s`,
  ];
}
