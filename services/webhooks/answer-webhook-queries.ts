import { answerQueries, publish } from '@styling/bus';
import * as contracts from '@styling/contracts';
import { reachDatabase } from '@styling/database';
import type { z } from 'zod';
import { listDeliveries, recoverDeliveries, redeliver } from './deliveries/delivery-store.ts';
import type { SenderDependencies } from './deliveries/run-sender.ts';
import { checkAddress } from './endpoints/check-address.ts';
import * as store from './endpoints/webhook-store.ts';
import type { WebhooksParts } from './tables.ts';
import { eventIdOf } from './user-event.ts';

/** What the answers need. */
type Answering = SenderDependencies &
  WebhooksParts & {
    /** Waits until all of the log so far is scheduled. */
    readonly untilScheduled: () => Promise<void>;
    /** Wakes the sender. */
    readonly wake: () => void;
  };

/** Answers the queries on webhooks and deliveries, on any replica; each answer includes what was answered before. */
export function answerWebhookQueries(deps: Answering): { stop(): Promise<void> }[] {
  const { bus, db, clock, rules, keyring, log, untilScheduled, wake } = deps;
  const answer = <Request extends z.ZodType, Reply extends z.ZodType>(
    query: contracts.QueryDefinition<Request, Reply>,
    handler: (request: z.output<Request>) => Promise<contracts.Open<z.input<Reply>>>,
  ) => answerQueries(bus, query, (request) => reachDatabase(() => handler(request)), { queue: 'webhooks', log });
  return [
    answer(contracts.createWebhook, async (asked) => {
      checkAddress(asked.url, rules);
      return store.createWebhook(deps, asked);
    }),
    answer(contracts.listWebhooks, async ({ user_id }) => ({ webhooks: await store.listWebhooks(deps, user_id) })),
    answer(contracts.getWebhook, async (owned) => ({
      webhook: store.toStored(keyring, await store.findWebhook(db, owned)),
    })),
    answer(contracts.changeWebhook, async ({ url, events, description, enabled, ...owned }) => {
      if (url !== undefined) checkAddress(url, rules);
      return { webhook: await store.changeWebhook(deps, owned, { url, events, description, enabled }) };
    }),
    answer(contracts.deleteWebhook, async (owned) => {
      await store.deleteWebhook(deps, owned);
      return {};
    }),
    answer(contracts.rotateSecret, ({ overlap_seconds, ...owned }) => store.rotateSecret(deps, owned, overlap_seconds)),
    answer(contracts.testWebhook, async (asked) => {
      const begun = { ...asked, ...(await store.beginTest(db, asked)) };
      const event = contracts.createEvent(contracts.webhookTestRequested, '/services/webhooks', clock(), begun);
      await publish(bus, event);
      return { event_id: eventIdOf(event.id) };
    }),
    answer(contracts.listDeliveries, async (page) => {
      await untilScheduled();
      return listDeliveries(db, page);
    }),
    answer(contracts.redeliver, async (asked) => {
      const delivery = await redeliver(db, asked);
      wake();
      return { delivery };
    }),
    answer(contracts.recoverDeliveries, async (asked) => {
      await untilScheduled();
      const scheduled = await recoverDeliveries(db, asked);
      wake();
      return { scheduled };
    }),
  ];
}
