import { notify } from '@styling/bus';
import { getEvent, readEvents, type StylingEvent } from '@styling/contracts';
import { sharedStatement } from '@styling/database';
import { type ReadModel, startReadModel } from '@styling/projections';
import type { Running } from '@styling/service';
import { answerDeliveryQueries, forgetDeliveries, observeDeliveries } from './deliveries/delivery-queries.ts';
import { runSender, type WebhooksParts } from './deliveries/run-sender.ts';
import { feedProjection, scheduleDeliveries } from './feed-projection.ts';
import { checkContinuous, findEvent, findEvents, type PageRequest, pageOf, parseCursor } from './feed-queries.ts';
import { announceDisabled, answerWebhookQueries, resealWebhooks } from './webhook-queries.ts';

/** Events of the log that change no feed, among those that come for every request. */
const QUIET: readonly string[] = ['request.accepted', 'request.started', 'request.cancel_requested'];

/** How soon the feed has that a webhook was disabled. */
const ANNOUNCE_EVERY_MS = 2_000;
const UPKEEP_EVERY_MS = 60_000;

/** Starts the projection, its queries, the notices for waiting clients, and the sender. */
export function startWebhooks(parts: WebhooksParts): Running {
  const { bus, db } = parts;
  const sender = runSender(parts);
  const onProjected = (events: readonly StylingEvent[]) => {
    const users = events.flatMap(({ type, data }) =>
      'user_id' in data && !QUIET.includes(type) ? [data.user_id] : [],
    );
    for (const user_id of new Set(users)) notify(bus, 'feed.changed', user_id);
    sender.wake();
  };
  const model = startReadModel(parts, feedProjection, { onProjected });
  answerFeedQueries(parts, model);
  answerWebhookQueries(parts, model);
  answerDeliveryQueries(parts, model, sender.wake);
  model.every(ANNOUNCE_EVERY_MS, () => announceDisabled(parts), 'announcing disabled webhooks failed; will retry');
  model.every(UPKEEP_EVERY_MS, () => resealWebhooks(parts), 'encrypting webhooks again failed; will retry');
  model.every(UPKEEP_EVERY_MS, () => scheduleDeliveries(db), 'scheduling deliveries failed; will retry');
  model.every(UPKEEP_EVERY_MS, () => forgetDeliveries(db), 'forgetting deliveries failed; will retry');
  observeDeliveries(parts, model);
  model.stops(sender);
  return model.running;
}

function answerFeedQueries({ db, clock }: WebhooksParts, { answer, reader }: ReadModel): void {
  const read = reader();
  const somePages = sharedStatement((asked: readonly PageRequest[]) => findEvents(db, asked, clock()));
  answer(readEvents, async ({ cursor, ...asked }) => {
    const after = cursor === null ? null : parseCursor(cursor);
    const found = await read(() => somePages({ ...asked, after }));
    await checkContinuous(db, found, clock());
    return pageOf(found, clock());
  });
  answer(getEvent, async (asked) => ({ event: await read(() => findEvent(db, asked, clock())) }));
}
