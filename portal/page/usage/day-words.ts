import { text } from '#texts/usage.ts';
import { type DayCounts, outcomes, totalOf } from './usage-model.ts';

/** A UTC day for an axis, e.g. `4 Mar`. @param day YYYY-MM-DD */
export const shortDay = (day: string, locale: string): string =>
  format(day, locale, { day: 'numeric', month: 'short' });

/** A day's numbers as a title, e.g. `Wed, 4 Mar 2026: 3 requests`, and as a sentence with its outcomes. */
export function dayInWords(day: DayCounts, locale: string): { title: string; sentence: string } {
  const number = new Intl.NumberFormat(locale);
  const total = totalOf(day);
  const name = format(day.day, locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  const title = text.chart.day(name, text.requests(total, number.format(total)));
  const parts = outcomes
    .filter((outcome) => day[outcome] > 0)
    .map((outcome) => text.part(number.format(day[outcome]), text.outcomes[outcome]));
  return { title, sentence: [title, ...parts].join(', ') };
}

const format = (day: string, locale: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
