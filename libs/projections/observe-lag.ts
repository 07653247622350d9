import { type Bus, firstAfter, logHead } from '@styling/bus';
import { observe } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import { readCheckpoint } from './checkpoint.ts';
import type { Projection } from './projection.ts';

/** How far a read model is behind the log. */
export type ProjectionLag = { readonly events: number; readonly seconds: number };

/** Looks how far `projection` is behind at `now`. */
export async function projectionLag<DB>(
  bus: Bus,
  db: Kysely<DB>,
  { name, filter }: Pick<Projection<DB>, 'name' | 'filter'>,
  now: Date,
): Promise<ProjectionLag> {
  const first = await firstAfter(bus, filter, await readCheckpoint(db, name));
  if (!first) return { events: 0, seconds: 0 };
  const head = await logHead(bus, filter);
  // Two machines' clocks.
  return { events: head - first.seq + 1, seconds: Math.max(0, now.getTime() - first.time.getTime()) / 1000 };
}

/**
 * Lets metrics tell {@link projectionLag}, looked up when they are read. Every replica tells it, also those in waiting:
 * when nobody projects it still shows.
 *
 * @returns a function that ends it
 */
export function observeProjectionLag<DB>(bus: Bus, db: Kysely<DB>, projection: Projection<DB>): () => void {
  const attributes = { 'styling.projection': projection.name };
  const lag = () => projectionLag(bus, db, projection, new Date());
  const ends = [
    observe('styling.projection.lag.events', async () => [[(await lag()).events, attributes]]),
    observe('styling.projection.lag.time', async () => [[(await lag()).seconds, attributes]]),
  ];
  return () => {
    for (const end of ends) end();
  };
}
