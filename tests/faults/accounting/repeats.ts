import type { Observed } from '../observer.ts';

/**
 * Events that are stored more than once: `early` within the deduplication window of the server (`windowMs`), `late` after it. A server that was
 * killed may redeliver acknowledged messages minutes later; the same event is then published again, and readers drop it.
 */
export function repeated(
  kept: readonly Observed[],
  planted: ReadonlySet<string>,
  windowMs: number,
): { early: string[]; late: string[] } {
  const seen = new Map<string, number>();
  const found = { early: [] as string[], late: [] as string[] };
  for (const { id, keptAt } of kept) {
    if (id === '' || planted.has(id)) continue;
    const before = seen.get(id);
    if (before !== undefined) (keptAt - before < windowMs ? found.early : found.late).push(id);
    seen.set(id, keptAt);
  }
  return found;
}
