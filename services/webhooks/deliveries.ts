import type { Bus } from '@styling/bus';
import { waitForHeads } from '@styling/projections';
import { type Running, repeat } from '@styling/service';
import { answerWebhookQueries } from './answer-webhook-queries.ts';
import { forgetDeliveries } from './deliveries/forget-deliveries.ts';
import { observeDeliveries } from './deliveries/observe-deliveries.ts';
import { runSender, type SenderDependencies } from './deliveries/run-sender.ts';
import { announceDisabled } from './endpoints/announce-disabled.ts';
import { resealWebhooks } from './endpoints/reseal-webhooks.ts';
import { feedProjection } from './feed-projection.ts';
import { scheduleRest } from './schedule-deliveries.ts';

/** That a webhook was disabled is in the feed soon after. */
const ANNOUNCE_EVERY_MS = 2_000;
const UPKEEP_EVERY_MS = 60_000;

/** What sends, and answers about webhooks; `wake` after events were scheduled. */
export type Deliveries = Pick<Running, 'stop'> & { wake(): void };

/** Starts the sender, the queries on webhooks, and their upkeep. Any number of replicas can run it. */
export function startDeliveries(deps: SenderDependencies & { readonly bus: Bus }): Deliveries {
  const { bus, db, log, keyring } = deps;
  const sender = runSender(deps);
  const untilScheduled = () => waitForHeads(bus, db, feedProjection);
  const answering = { ...deps, untilScheduled, wake: sender.wake };
  const queries = answerWebhookQueries(answering, { queue: 'webhooks', log });
  const every = (intervalMs: number, job: () => Promise<unknown>, failure: string) =>
    repeat(intervalMs, job, (error) => log.error({ err: error }, failure));
  const upkeep = [
    every(ANNOUNCE_EVERY_MS, () => announceDisabled(deps, bus), 'announcing disabled webhooks failed; will retry'),
    every(UPKEEP_EVERY_MS, () => resealWebhooks(deps, log), 'encrypting webhooks again failed; will retry'),
    every(UPKEEP_EVERY_MS, () => scheduleRest(db), 'scheduling deliveries failed; will retry'),
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
