import { createHash } from 'node:crypto';
import { type Bus, publish } from '@styling/bus';
import { type Capability, createEvent, type RequestAccepted, requestCharged } from '@styling/contracts';
import type { Logger } from '@styling/telemetry';
import { sourceOf } from '../dependencies.ts';
import type { Work } from '../work.ts';

type TellingDependencies = { readonly bus: Bus; readonly log: Logger; readonly clock: () => Date };

/**
 * Publishes what a provider charges while it works, before what it made is used: after a crash in between a redelivery resumes the
 * work, and the charge is told again under the same id.
 *
 * @throws what `make` does; ServiceError `unavailable` if a charge could not be published
 */
export async function tellCharges<T>(
  { bus, log, clock }: TellingDependencies,
  { request_id, user_id, endpoint, capability }: RequestAccepted['data'],
  provider: string,
  make: (charged: NonNullable<Work['charged']>) => Promise<T>,
): Promise<T> {
  const told: Promise<unknown>[] = [];
  const charged: NonNullable<Work['charged']> = ({ id, model, usd }) => {
    const charge_id = createHash('sha256').update(`${provider} ${id}`).digest('hex').slice(0, 24);
    const own = capability as Capability;
    const charge = { request_id, user_id, endpoint, capability: own, provider, model, charge_id, usd };
    const publishing = publish(bus, createEvent(requestCharged, sourceOf(own), clock(), charge));
    told.push(
      publishing.then(
        () => undefined,
        (error) => error,
      ),
    );
  };
  const failure = async () => (await Promise.all(told)).find((error) => error !== undefined);
  let made: T;
  try {
    made = await make(charged);
  } catch (error) {
    const untold = await failure();
    if (untold) log.error({ err: untold, request_id, provider }, 'publishing a charge failed');
    throw error;
  }
  const untold = await failure();
  if (untold) throw untold;
  return made;
}
