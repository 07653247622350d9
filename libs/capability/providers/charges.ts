import { createHash } from 'node:crypto';
import { type Bus, publish } from '@styling/bus';
import { type Capability, createEvent, type RequestAccepted, requestCharged } from '@styling/contracts';
import type { Logger } from '@styling/telemetry';
import { sourceOf, type Work } from '../work.ts';

type ChargingDependencies = { readonly bus: Bus; readonly log: Logger; readonly clock: () => Date };

/** What a provider charges during one call. */
export type Charges = {
  readonly charged: NonNullable<Work['charged']>;
  /** Whether there was any. */
  any(): boolean;
  /**
   * Resolves when all are in the log: to be awaited before what was made is used. After a crash before that a redelivery resumes the
   * work, and the charge is reported again under the same id.
   *
   * @throws ServiceError `unavailable` if one could not be published
   */
  published(): Promise<void>;
};

/** Publishes what a provider charges while it works on a request. */
export function publishCharges(
  { bus, log, clock }: ChargingDependencies,
  { request_id, user_id, endpoint, capability }: RequestAccepted['data'],
  provider: string,
): Charges {
  // A worker gets the requests of its capability only.
  const own = capability as Capability;
  const publishing: Promise<unknown>[] = [];
  return {
    charged({ id, model, usd }) {
      const charge_id = createHash('sha256').update(`${provider} ${id}`).digest('hex').slice(0, 24);
      const charge = { request_id, user_id, endpoint, capability: own, provider, model, charge_id, usd };
      const published = publish(bus, createEvent(requestCharged, sourceOf(own), clock(), charge));
      publishing.push(published);
      published.catch((error) => log.error({ err: error, request_id, provider }, 'publishing a charge failed'));
    },
    any: () => publishing.length > 0,
    async published() {
      await Promise.all(publishing);
    },
  };
}
