import { answerQueries, busAccess, connectBus } from '@styling/bus';
import { type Capability, describeProviders } from '@styling/contracts';
import { connectObjectStore } from '@styling/objectstore';
import { runService } from '@styling/service';
import type { Providers } from './providers/providers.ts';
import { serveCapability } from './serve.ts';
import { type CapabilityConfig, type capabilityVariables, readCapabilityConfig } from './variables.ts';
import type { CapabilityDependencies, Perform } from './work.ts';

/** Delay before the first provider is warmed, in ms: services that start beside this one are not held up. */
const WARM_AFTER_MS = 3_000;

/** Opens a capability; `close` ends what it opened besides its providers. */
export type OpenCapability<Schema extends typeof capabilityVariables> = (
  config: CapabilityConfig<Schema>,
  clients: CapabilityDependencies,
) => Promise<{
  readonly providers: Pick<Providers<unknown>, 'all' | 'concurrency' | 'details' | 'close'>;
  readonly perform: Perform;
  close?(): Promise<void>;
}>;

/** Runs a capability's process (see `runService`): connects to bus and object store, opens it and serves its requests. */
export const runCapability = <Schema extends typeof capabilityVariables>(
  name: Capability,
  variables: Schema,
  environment: Readonly<Record<string, string | undefined>>,
  open: OpenCapability<Schema>,
): Promise<void> =>
  runService(
    name,
    () => readCapabilityConfig(variables, environment),
    async (config, log) => {
      const bus = await connectBus({ ...busAccess(config, name), log });
      const store = connectObjectStore(config);
      const clients = { bus, store, log, clock: () => new Date(), ackWaitMs: config.ACK_WAIT_SECONDS * 1000 };
      const { providers, perform, close } = await open(config, clients);
      const described = providers.all.map(({ name, models, abilities }) => ({ name, models: [...models], abilities }));
      const describe = async () => ({ providers: described });
      const answers = answerQueries(bus, describeProviders[name], describe, { queue: name, log });
      const service = await serveCapability(clients, name, providers.concurrency, perform);
      setTimeout(() => providers.all[0]?.warm?.(), WARM_AFTER_MS).unref();
      return {
        details: providers.details,
        needs: service.needs,
        async stop() {
          await answers.stop();
          await service.stop();
          await close?.();
          await providers.close();
          await bus.close();
          store.close();
        },
      };
    },
  );
