import { type AnswerOptions, answerQueries, publish } from '@styling/bus';
import * as contracts from '@styling/contracts';
import { reachDatabase } from '@styling/database';
import { listDeliveries, recoverDeliveries, redeliver } from './deliveries/delivery-store.ts';
import type { SenderDependencies } from './deliveries/run-sender.ts';
import { beginTest } from './endpoints/begin-test.ts';
import { checkAddress } from './endpoints/check-address.ts';
import * as store from './endpoints/webhook-store.ts';
import { eventIdOf } from './user-event.ts';

const SOURCE = '/services/webhooks';

/** What the answers need: besides the tables, what waits until all of the log so far is scheduled, and what wakes the sender. */
export type Answering = SenderDependencies & {
  readonly bus: Parameters<typeof publish>[0];
  readonly untilScheduled: () => Promise<void>;
  readonly wake: () => void;
};

/** Answers the queries on webhooks and deliveries, on any replica; each answer includes what was answered before. */
export function answerWebhookQueries(deps: Answering, options: AnswerOptions) {
  const { bus, db, clock, rules, keyring, untilScheduled, wake } = deps;
  const { createWebhook, listWebhooks, getWebhook, changeWebhook, deleteWebhook, rotateSecret } = contracts;
  const waking = async <T>(work: Promise<T>): Promise<T> => {
    const done = await work;
    wake();
    return done;
  };
  const test = async (asked: { webhook_id: string; user_id: string; request_id: string }) => {
    const begun = { ...asked, ...(await beginTest(db, asked)) };
    const event = contracts.createEvent(contracts.webhookTestRequested, SOURCE, clock(), begun);
    await publish(bus, event);
    return { event_id: eventIdOf(event.id) };
  };
  const answer: typeof answerQueries = (on, query, handler, given) =>
    answerQueries(on, query, (request) => reachDatabase(() => handler(request)), given);
  return [
    answer(
      bus,
      createWebhook,
      async (asked) => {
        checkAddress(asked.url, rules);
        return store.createWebhook(deps, asked);
      },
      options,
    ),
    answer(bus, listWebhooks, async ({ user_id }) => ({ webhooks: await store.listWebhooks(deps, user_id) }), options),
    answer(
      bus,
      getWebhook,
      async (asked) => ({ webhook: store.toStored(keyring, await store.findWebhook(db, asked)) }),
      options,
    ),
    answer(
      bus,
      changeWebhook,
      async ({ url, events, description, enabled, ...owned }) => {
        if (url !== undefined) checkAddress(url, rules);
        return { webhook: await store.changeWebhook(deps, owned, { url, events, description, enabled }) };
      },
      options,
    ),
    answer(
      bus,
      deleteWebhook,
      async (owned) => {
        await store.deleteWebhook(deps, owned);
        return {};
      },
      options,
    ),
    answer(
      bus,
      rotateSecret,
      async ({ overlap_seconds, ...owned }) => store.rotateSecret(deps, owned, overlap_seconds),
      options,
    ),
    answer(bus, contracts.testWebhook, test, options),
    answer(
      bus,
      contracts.listDeliveries,
      async (page) => {
        await untilScheduled();
        return listDeliveries(db, page);
      },
      options,
    ),
    answer(bus, contracts.redeliver, async (asked) => ({ delivery: await waking(redeliver(db, asked)) }), options),
    answer(
      bus,
      contracts.recoverDeliveries,
      async (asked) => {
        await untilScheduled();
        return { scheduled: await waking(recoverDeliveries(db, asked)) };
      },
      options,
    ),
  ];
}
