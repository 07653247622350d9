import type { Observed } from '../observer.ts';

/** For how long the server itself drops an event that it has, in ms: the streams' `duplicate_window`. */
const WINDOW_MS = 120_000;

/**
 * Events that are kept more than once: `early` within the time in which none may be, `late` after it. The server may
 * deliver again what was acknowledged, minutes later, when it was killed; then the same is said again, and every reader
 * drops it.
 */
export function repeated(kept: readonly Observed[], planted: ReadonlySet<string>): { early: string[]; late: string[] } {
  const seen = new Map<string, number>();
  const found = { early: [] as string[], late: [] as string[] };
  for (const { id, keptAt } of kept) {
    if (id === '' || planted.has(id)) continue;
    const before = seen.get(id);
    if (before !== undefined) (keptAt - before < WINDOW_MS ? found.early : found.late).push(id);
    seen.set(id, keptAt);
  }
  return found;
}
