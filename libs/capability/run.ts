import { busAccess, connectBus } from '@styling/bus';
import type { Capability } from '@styling/contracts';
import { connectObjectStore } from '@styling/objectstore';
import { runService } from '@styling/service';
import type { CapabilityDependencies, Perform } from './handle-request.ts';
import type { Provider } from './provider.ts';
import { serveCapability } from './serve.ts';
import { type CapabilityConfig, type capabilityVariables, readCapabilityConfig } from './variables.ts';

/** An opened capability. `close` ends what it opened besides its provider. */
export type OpenedCapability = {
  readonly provider: Provider;
  readonly perform: Perform;
  close?(): Promise<void>;
};

/** Runs a capability's process (see `runService`): connects to bus and object store, opens it and serves its requests. */
export const runCapability = <Schema extends typeof capabilityVariables>(
  name: Capability,
  variables: Schema,
  environment: Readonly<Record<string, string | undefined>>,
  open: (config: CapabilityConfig<Schema>, clients: CapabilityDependencies) => Promise<OpenedCapability>,
): Promise<void> =>
  runService(
    name,
    () => readCapabilityConfig(variables, environment),
    async (config, log) => {
      const bus = await connectBus({ ...busAccess(config, name), log });
      const store = connectObjectStore(config);
      const clients = { bus, store, log, clock: () => new Date(), ackWaitMs: config.ACK_WAIT_SECONDS * 1000 };
      const { provider, perform, close } = await open(config, clients);
      const service = await serveCapability(clients, name, provider.concurrency, perform);
      return {
        async stop() {
          await service.stop();
          await provider.close();
          await close?.();
          await bus.close();
          store.close();
        },
      };
    },
  );
