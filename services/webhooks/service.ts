import { notify } from '@styling/bus';
import { getEvent, readEvents, type StylingEvent } from '@styling/contracts';
import { reachDatabase, sharedStatement } from '@styling/database';
import { startReadModel, waitForHeads } from '@styling/projections';
import { type Running, repeat } from '@styling/service';
import { answerWebhookQueries } from './answer-webhook-queries.ts';
import { forgetDeliveries, observeDeliveries } from './deliveries/delivery-store.ts';
import { runSender, type SenderDependencies } from './deliveries/run-sender.ts';
import { announceDisabled, resealWebhooks } from './endpoints/webhook-upkeep.ts';
import { feedProjection } from './feed-projection.ts';
import { checkContinuous, findEvent, findEvents, type PageRequest, pageOf, parseCursor } from './feed-queries.ts';
import { scheduleDeliveries } from './schedule-deliveries.ts';
import type { WebhooksParts } from './tables.ts';

/** Events of the log that change no feed, among those that come for every request. */
const QUIET: readonly string[] = ['request.accepted', 'request.started', 'request.cancel_requested'];

/** How soon the feed has that a webhook was disabled. */
const ANNOUNCE_EVERY_MS = 2_000;
const UPKEEP_EVERY_MS = 60_000;

/** Starts the projection, the queries on feeds and webhooks, the notices for waiting clients, and the sender. */
export function startWebhooks(deps: SenderDependencies & WebhooksParts): Running {
  const sender = startDeliveries(deps);
  const feed = startFeed({ ...deps, onProjected: sender.wake });
  return {
    ...feed,
    async stop() {
      await feed.stop();
      await sender.stop();
    },
  };
}

/** Starts the projection, the queries on feeds, and the notices for waiting clients. */
export function startFeed(parts: WebhooksParts & { readonly onProjected?: () => void }): Running {
  const { bus, db, clock, onProjected } = parts;
  const notifyChanged = (events: readonly StylingEvent[]) => {
    const users = events.flatMap(({ type, data }) =>
      'user_id' in data && !QUIET.includes(type) ? [data.user_id] : [],
    );
    for (const user_id of new Set(users)) notify(bus, 'feed.changed', user_id);
    onProjected?.();
  };
  const model = startReadModel(parts, feedProjection, { onProjected: notifyChanged });
  const read = model.reader();
  const somePages = sharedStatement((asked: readonly PageRequest[]) => findEvents(db, asked, clock()));
  model.answer(readEvents, async ({ cursor, ...asked }) => {
    const after = cursor === null ? null : parseCursor(cursor);
    const found = await read(() => somePages({ ...asked, after }));
    await reachDatabase(() => checkContinuous(db, found, clock()));
    return pageOf(found, clock());
  });
  model.answer(getEvent, async (asked) => ({ event: await read(() => findEvent(db, asked, clock())) }));
  return model.running;
}

/**
 * Starts the sender, the queries on webhooks, and their upkeep. Any number of replicas can run it.
 *
 * @returns `wake` is to be called after events were scheduled
 */
export function startDeliveries(deps: SenderDependencies & WebhooksParts): Pick<Running, 'stop'> & { wake(): void } {
  const { bus, db, log, keyring } = deps;
  const sender = runSender(deps);
  const untilScheduled = () => waitForHeads(bus, db, feedProjection);
  const queries = answerWebhookQueries({ ...deps, untilScheduled, wake: sender.wake });
  const every = (intervalMs: number, job: () => Promise<unknown>, failure: string) =>
    repeat(intervalMs, job, (error) => log.error({ err: error }, failure));
  const upkeep = [
    every(ANNOUNCE_EVERY_MS, () => announceDisabled(deps, bus), 'announcing disabled webhooks failed; will retry'),
    every(UPKEEP_EVERY_MS, () => resealWebhooks(deps, log), 'encrypting webhooks again failed; will retry'),
    every(UPKEEP_EVERY_MS, () => scheduleDeliveries(db), 'scheduling deliveries failed; will retry'),
    every(UPKEEP_EVERY_MS, () => forgetDeliveries(db), 'forgetting deliveries failed; will retry'),
  ];
  const endObserving = observeDeliveries(db, keyring);
  return {
    wake: sender.wake,
    async stop() {
      endObserving();
      await Promise.all(queries.map((query) => query.stop()));
      await Promise.all(upkeep.map((job) => job.stop()));
      await sender.stop();
    },
  };
}
