import { ask, type Bus } from '@styling/bus';
import {
  type Capability,
  capabilities,
  describeProviders,
  type GarmentNeed,
  type ProviderDescription,
  unmetNeed,
} from '@styling/contracts';
import { repeat, ServiceError } from '@styling/service';
import type { Logger } from '@styling/telemetry';

const ASK_EVERY_MS = 15_000;

type KnownProviders = {
  /** Whether it answered when last asked. */
  readonly available: boolean;
  /** Its last answer; empty before the first. */
  readonly providers: ProviderDescription[];
};

/** Asks the capabilities which providers they have, at intervals, so that no request waits for the answer. */
export function followProviders(bus: Bus, log: Logger) {
  const board = new Map<Capability, KnownProviders>();
  const known = (capability: Capability): KnownProviders =>
    board.get(capability) ?? { available: false, providers: [] };
  const askOne = async (capability: Capability) => {
    try {
      const { providers } = await ask(bus, describeProviders[capability], {});
      board.set(capability, { available: true, providers });
    } catch (error) {
      if (known(capability).available)
        log.warn({ err: error, capability }, 'capability did not report its providers; keeping the last report');
      board.set(capability, { ...known(capability), available: false });
    }
  };
  let asking: Promise<unknown> | undefined;
  /** Never rejects. */
  const refresh = async () => {
    asking ??= Promise.all(capabilities.map(askOne)).finally(() => {
      asking = undefined;
    });
    await asking;
  };
  const { stop } = repeat(ASK_EVERY_MS, refresh, (error) =>
    log.error({ err: error }, 'querying providers failed; will retry'),
  );
  return { refresh, known, stop };
}

/**
 * Refuses what no provider can do, before admission; while providers are unknown, their worker refuses it.
 * @throws ServiceError `garment_not_dressed`, `picture_needed`, `description_needed`
 */
export function refuseUnmet({ known }: ReturnType<typeof followProviders>, garments: readonly GarmentNeed[]): void {
  const abilities = known('tryon').providers.map((provider) => provider.abilities);
  const unmet = unmetNeed(garments, abilities);
  if (unmet) throw new ServiceError(unmet.code, unmet.parameters);
}
