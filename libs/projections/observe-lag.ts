import { type Bus, firstAfter, logHead } from '@styling/bus';
import { observe } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { type Projection, readCheckpoints } from './projection.ts';

/** Reports a projection's lag behind each source, in events and seconds, also on standbys. @returns a stop function */
export function observeProjectionLag<DB>(bus: Bus, db: Kysely<DB>, { name, sources }: Projection<DB>): () => void {
  const lagOf = async (source: string) => {
    const first = await firstAfter(bus, source, (await readCheckpoints(db, name))[source] ?? 0);
    if (!first) return { events: 0, seconds: 0 };
    const head = await logHead(bus, source);
    // Two machines' clocks differ.
    return { events: head - first.seq + 1, seconds: Math.max(0, Date.now() - first.time.getTime()) / 1000 };
  };
  const lags = (unit: 'events' | 'seconds') => () =>
    Promise.all(
      sources.map(async (source) => {
        const attributes = { 'styling.projection': name, 'styling.source': source };
        return [(await lagOf(source))[unit], attributes] as const;
      }),
    );
  const endEvents = observe('styling.projection.lag.events', lags('events'));
  const endTime = observe('styling.projection.lag.time', lags('seconds'));
  return () => {
    endEvents();
    endTime();
  };
}
