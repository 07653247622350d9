import { text } from '#texts/lists.ts';
import { locale } from '../elements/locale.ts';
import { daysBefore } from './by-day.ts';

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
