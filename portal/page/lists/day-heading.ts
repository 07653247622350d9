import { text } from '#texts/lists.ts';
import { daysBefore } from './by-day.ts';

/** The heading of a day of a list. @param day `2026-01-02`, in the reader's zone */
export function dayHeading(day: string, now: Date): string {
  const ago = daysBefore(day, now);
  if (ago === 0) return text.today;
  if (ago === 1) return text.yesterday;
  return text.day(new Date(`${day}T12:00:00Z`), day.startsWith(String(now.getFullYear())));
}
