import { type Bus, logHead } from '@styling/bus';
import { inBatches } from '@styling/service';
import type { Positions } from './checkpoint.ts';

/** The heads of `sources` now. @throws ServiceError `unavailable` */
export async function headsOf(bus: Bus, sources: readonly string[]): Promise<Positions> {
  return Object.fromEntries(await Promise.all(sources.map(async (source) => [source, await logHead(bus, source)])));
}

/** {@link headsOf} for concurrent callers: they share requests that start after they called. */
export function sharedHeads(bus: Bus, sources: readonly string[]): () => Promise<Positions> {
  const heads = inBatches(async (askers: readonly undefined[]) => {
    const positions = await headsOf(bus, sources);
    return askers.map(() => positions);
  });
  return () => heads(undefined);
}
