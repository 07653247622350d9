import { answerQueries } from '@styling/bus';
import type { CapabilityDependencies } from '@styling/capability';
import { checkSelfie } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import type { TryOnProviders } from './provider.ts';

/** Judges uploaded selfies for the gateway, as the first step of a try-on with them would. */
export function answerSelfieChecks(
  { bus, store, log }: CapabilityDependencies,
  { all: [provider], concurrency }: TryOnProviders,
) {
  return answerQueries(
    bus,
    checkSelfie,
    async ({ asset_id }) => {
      const name = objectNames.asset(asset_id);
      const found = await store.get(name);
      if (!found) throw new Error(`${name} is gone`);
      const isChecked = await provider?.checkSelfie(found.bytes, AbortSignal.timeout(checkSelfie.withinMs));
      return { checks: isChecked ? ['one_person'] : [] };
    },
    // Each holds a picture in memory.
    { queue: 'tryon', log, concurrency: 4 * concurrency },
  );
}
