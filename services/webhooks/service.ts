import { answerQueries, type Bus, notify } from '@styling/bus';
import { getEvent, readEvents, type StylingEvent } from '@styling/contracts';
import { reachDatabase, sharedStatement } from '@styling/database';
import { runProjection, sharedHeads } from '@styling/projections';
import type { Running } from '@styling/service';
import type { Logger } from '@styling/telemetry';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import { parseCursor } from './cursor.ts';
import { feedProjection } from './feed-projection.ts';
import { checkContinuous, findEvent, findEvents, type PageRequest, pageOf } from './feed-queries.ts';
import type { WebhooksTables } from './tables.ts';

/** What the webhooks service works with. */
export type WebhooksDependencies = {
  readonly bus: Bus;
  readonly db: Kysely<WebhooksTables>;
  readonly clock: () => Date;
  readonly log: Logger;
  /** Called once the events of a batch are in the feeds. */
  readonly onProjected?: () => void;
};

/** Events of the log that change no feed, of those that come for every request. */
const QUIET: readonly string[] = ['request.accepted', 'request.started', 'request.cancel_requested'];

/** Starts the projection, the queries on it, and the notices for waiting clients. */
export async function startWebhooks(deps: WebhooksDependencies): Promise<Running> {
  const { bus, db, clock, log, onProjected } = deps;
  const notifyChanged = (events: readonly StylingEvent[]) => {
    const users = events.flatMap(({ type, data }) =>
      'user_id' in data && !QUIET.includes(type) ? [data.user_id] : [],
    );
    for (const user_id of new Set(users)) notify(bus, 'feed.changed', user_id);
    onProjected?.();
  };
  const projection = runProjection(bus, db, feedProjection, { log, onProjected: notifyChanged });
  const heads = sharedHeads(bus, feedProjection.sources);
  const somePages = sharedStatement((asked: readonly PageRequest[]) => findEvents(db, asked, clock()));
  // The answers include all that was published before the query, on any replica.
  const read = async ({ user_id, cursor, types, limit }: z.output<typeof readEvents.request>) => {
    const after = cursor === null ? null : parseCursor(cursor);
    const found = await projection.asOf(await heads(), () => somePages({ user_id, after, types, limit }));
    await reachDatabase(() => checkContinuous(db, found, clock()));
    return pageOf(found, clock());
  };
  const get = async (asked: z.output<typeof getEvent.request>) => {
    const find = () => reachDatabase(() => findEvent(db, asked, clock()));
    return { event: await projection.asOf(await heads(), find) };
  };
  const options = { queue: 'webhooks', log };
  const queries = [answerQueries(bus, readEvents, read, options), answerQueries(bus, getEvent, get, options)];
  return {
    notReady: () => projection.unrecognised,
    needs: projection.needs,
    async stop() {
      await Promise.all(queries.map((query) => query.stop()));
      await projection.stop();
    },
  };
}
