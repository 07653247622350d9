import { text } from '#texts/lists.ts';
import { locale } from '../elements/locale.ts';

/** Writes the day of a moment, e.g. `2026-01-02`: Sweden writes dates as ISO 8601 does. */
const dayFormat = (timeZone: string | undefined) => new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone });

/**
 * Groups items by the day on which they were created, in the order in which they come.
 *
 * @param timeZone IANA name, e.g. `Europe/Zurich`; without it that of the reader
 */
export function byDay<Item extends { readonly created_at: string }>(items: readonly Item[], timeZone?: string) {
  const format = dayFormat(timeZone);
  return [...Map.groupBy(items, ({ created_at }) => format.format(new Date(created_at)))];
}

/** How many days a day lies before `now`: 0 is today, 1 yesterday. */
export function daysBefore(day: string, now: Date, timeZone?: string): number {
  return (Date.parse(dayFormat(timeZone).format(now)) - Date.parse(day)) / 86_400_000;
}

/** The heading of a day of a list. @param day `2026-01-02`, in the reader's zone */
export function dayHeading(day: string, now: Date): string {
  const recent = [text.today, text.yesterday][daysBefore(day, now)];
  if (recent) return recent;
  const year = day.startsWith(`${now.getFullYear()}-`) ? undefined : 'numeric';
  const format = { weekday: 'long', day: 'numeric', month: 'long', year, timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(locale(), format).format(new Date(day));
}
