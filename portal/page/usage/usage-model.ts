/** How a request ended: 2xx, 4xx, 5xx; in the order in which they are shown. */
export const outcomes = ['succeeded', 'refused', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

/** A row of `GET /usage/days`. */
export type UsageRow = {
  /** YYYY-MM-DD, UTC. */
  readonly day: string;
  readonly key_id: string;
  readonly endpoint: string;
  readonly outcome: Outcome;
  readonly requests: number;
};

/** Numbers of requests by outcome. */
export type Counts = Readonly<Record<Outcome, number>>;
/** Counts of a day. */
export type DayCounts = Counts & { readonly day: string };
/** Counts of a key or an endpoint. */
export type NamedCounts = Counts & { readonly name: string };

/** What is looked at; undefined: everything. */
export type Filter = { readonly key?: string | undefined; readonly endpoint?: string | undefined };

const DAY_MS = 86_400_000;

/** Rows that a filter lets through. */
export const matching = (rows: readonly UsageRow[], { key, endpoint }: Filter): UsageRow[] =>
  rows.filter((row) => (!key || row.key_id === key) && (!endpoint || row.endpoint === endpoint));

/** Sums by outcome. */
export function countsOf(rows: readonly UsageRow[]): Counts {
  const counts = { succeeded: 0, refused: 0, failed: 0 };
  for (const { outcome, requests } of rows) counts[outcome] += requests;
  return counts;
}

/** All requests. */
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
