import { type Bus, firstAfter, logHead } from '@styling/bus';
import { observe } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { readCheckpoints } from './checkpoint.ts';
import type { Projection } from './projection.ts';

/** How far projection `name` is behind `source` at `now`, in events and seconds. */
export async function projectionLag<DB>(bus: Bus, db: Kysely<DB>, name: string, source: string, now: Date) {
  const first = await firstAfter(bus, source, (await readCheckpoints(db, name))[source] ?? 0);
  if (!first) return { events: 0, seconds: 0 };
  const head = await logHead(bus, source);
  // Two machines' clocks.
  return { events: head - first.seq + 1, seconds: Math.max(0, now.getTime() - first.time.getTime()) / 1000 };
}

/** Reports {@link projectionLag} of every source as metrics, also on standbys. @returns a function that ends it */
export function observeProjectionLag<DB>(bus: Bus, db: Kysely<DB>, { name, sources }: Projection<DB>): () => void {
  const lags = (unit: 'events' | 'seconds') => () =>
    Promise.all(
      sources.map(async (source) => {
        const lag = await projectionLag(bus, db, name, source, new Date());
        return [lag[unit], { 'styling.projection': name, 'styling.source': source }] as const;
      }),
    );
  const endEvents = observe('styling.projection.lag.events', lags('events'));
  const endTime = observe('styling.projection.lag.time', lags('seconds'));
  return () => {
    endEvents();
    endTime();
  };
}
