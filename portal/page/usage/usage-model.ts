import type { Output } from '@styling/client';

/** How a request ended: 2xx, 4xx, 5xx; in the order in which they are shown. */
export const outcomes = ['succeeded', 'refused', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

/** A row of `GET /usage/days`. */
export type UsageRow = Output<'getUsageDays'>['days'][number];

/** Numbers of requests by outcome. */
export type Counts = Readonly<Record<Outcome, number>>;
export type DayCounts = Counts & { readonly day: string };
/** Counts of a key or an endpoint. */
export type NamedCounts = Counts & { readonly name: string };

/** How many days can be shown. */
export const SPANS = [7, 30, 90] as const;
const DEFAULT_SPAN = 30;
const DAY_MS = 86_400_000;

/** What the page shows, as in the query of its address; without a key or an endpoint: those of all. */
export type Shown = Readonly<{ days: number; key?: string | undefined; endpoint?: string | undefined }>;

/** Reads the query of the address; what is none of {@link SPANS} is the default. */
export const shownOf = ({ days, key, endpoint }: Readonly<Record<string, string>>): Shown => ({
  days: SPANS.find((span) => String(span) === days) ?? DEFAULT_SPAN,
  key,
  endpoint,
});

/** The address of what is shown, below `/portal`. */
export function addressOf({ days, key, endpoint }: Shown): string {
  const query = new URLSearchParams({
    ...(days !== DEFAULT_SPAN && { days: String(days) }),
    ...(key && { key }),
    ...(endpoint && { endpoint }),
  });
  return query.size > 0 ? `/usage?${query}` : '/usage';
}

/** Rows of the key and the endpoint that are shown. */
export const matching = (rows: readonly UsageRow[], { key, endpoint }: Omit<Shown, 'days'>): UsageRow[] =>
  rows.filter((row) => (!key || row.key_id === key) && (!endpoint || row.endpoint === endpoint));

/** Sums by outcome. */
export function countsOf(rows: readonly UsageRow[]): Counts {
  const counts = { succeeded: 0, refused: 0, failed: 0 };
  for (const { outcome, requests } of rows) counts[outcome] += requests;
  return counts;
}

export const totalOf = ({ succeeded, refused, failed }: Counts): number => succeeded + refused + failed;

/**
 * Counts of each of the last days, oldest first, also of those without a request.
 *
 * @param resetsAt when the last day ends, as in the response
 */
export function byDay(rows: readonly UsageRow[], resetsAt: string, days: number): DayCounts[] {
  const last = Date.parse(resetsAt) - DAY_MS;
  const rowsOf = Map.groupBy(rows, ({ day }) => day);
  return Array.from({ length: days }, (_, index) => {
    const day = new Date(last - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10);
    return { day, ...countsOf(rowsOf.get(day) ?? []) };
  });
}

/** Counts by key or endpoint, the most requests first. */
export const groupedBy = (rows: readonly UsageRow[], by: 'key_id' | 'endpoint'): NamedCounts[] =>
  [...Map.groupBy(rows, (row) => row[by])]
    .map(([name, group]) => ({ name, ...countsOf(group) }))
    .toSorted((a, b) => totalOf(b) - totalOf(a) || (a.name < b.name ? -1 : 1));
