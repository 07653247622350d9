import { text } from '#texts/lists.ts';
import { locale } from '../elements/locale.ts';

/** What happened on one day. */
export type Day<Item> = {
  /** `2026-01-02`, in the zone that was asked for. */
  readonly day: string;
  readonly items: readonly Item[];
};

/**
 * Groups items by the day on which they happened, in the order in which they come.
 *
 * @param timeOf ISO 8601, with a zone
 * @param timeZone IANA name, e.g. `Europe/Zurich`; without it that of the reader
 */
export function byDay<Item>(items: readonly Item[], timeOf: (item: Item) => string, timeZone?: string): Day<Item>[] {
  const days = new Map<string, Item[]>();
  const dayOf = dayFormat(timeZone);
  for (const item of items) {
    const day = dayOf.format(new Date(timeOf(item)));
    const known = days.get(day);
    if (known) known.push(item);
    else days.set(day, [item]);
  }
  return [...days].map(([day, those]) => ({ day, items: those }));
}

/** How many days a day lies before `now`: 0 is today, 1 yesterday. */
export function daysBefore(day: string, now: Date, timeZone?: string): number {
  return (Date.parse(dayFormat(timeZone).format(now)) - Date.parse(day)) / 86_400_000;
}

/** The heading of a day of a list. @param day `2026-01-02`, in the reader's zone */
export function dayHeading(day: string, now: Date): string {
  const ago = daysBefore(day, now);
  if (ago === 0) return text.today;
  if (ago === 1) return text.yesterday;
  const isThisYear = day.startsWith(`${now.getFullYear()}-`);
  return new Intl.DateTimeFormat(locale(), {
    ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
    ...(!isThisYear && { year: 'numeric' }),
  }).format(new Date(`${day}T12:00:00Z`));
}

/** Sweden writes dates as ISO 8601 does. */
const dayFormat = (timeZone: string | undefined) =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', ...(timeZone !== undefined && { timeZone }) });
