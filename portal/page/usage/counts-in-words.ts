import { html } from 'lit';
import { text } from '#texts/usage.ts';
import { locale } from '../elements/locale.ts';
import { type DayCounts, type Outcome, outcomes, totalOf } from './usage-model.ts';

/** A colour for each outcome: ink for what went as asked, so that the rest stands out. */
export const colours: Readonly<Record<Outcome, string>> = {
  succeeded: 'text-[color-mix(in_oklab,var(--ink)_62%,var(--surface))]',
  refused: 'text-warn',
  failed: 'text-bad',
};

export const swatch = (outcome: Outcome) =>
  html`<i class="inline-block size-2.5 flex-none rounded-[2px] bg-current ${colours[outcome]}"></i>`;

export const numeral = (count: number): string => new Intl.NumberFormat(locale()).format(count);

/** A UTC day for an axis, e.g. `4 Mar`. @param day YYYY-MM-DD */
export const shortDay = (day: string): string => format(day, { day: 'numeric', month: 'short' });

/** A day's number, e.g. `Wed, 4 Mar 2026: 3 requests`. */
export function dayInWords(day: DayCounts): string {
  const name = format(day.day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
  return `${name}: ${text.requests(numeral(totalOf(day)))}`;
}

/** The outcomes that a day has, e.g. `2 refused`. */
export const partsInWords = (day: DayCounts) =>
  outcomes
    .filter((outcome) => day[outcome] > 0)
    .map((outcome) => ({ outcome, words: text.part(numeral(day[outcome]), text.outcomes[outcome]) }));

const format = (day: string, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
