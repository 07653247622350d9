import type { Filter } from './usage-model.ts';

/** How many days can be shown. */
export const SPANS = [7, 30, 90] as const;
const DEFAULT_SPAN = 30;

/** What the page shows, as in the query of its address. */
export type Shown = Filter & { readonly days: number };

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
