const UNITS = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/**
 * The distance of a time from now, in words, e.g. `3 minutes ago`, `in 2 days`.
 *
 * @param ms from now; negative: in the past
 */
export function relativeTime(ms: number, locale: string): string {
  const seconds = Math.round(ms / 1000);
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? UNITS[UNITS.length - 1] ?? ['second', 1];
  return words.format(Math.trunc(seconds / size), unit);
}
