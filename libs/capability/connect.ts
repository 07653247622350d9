import { type BusVariables, busAccess, connectBus } from '@styling/bus';
import type { Capability } from '@styling/contracts';
import { connectObjectStore, type ObjectStoreOptions } from '@styling/objectstore';
import type { Logger } from '@styling/telemetry';
import type { CapabilityDependencies } from './handle-request.ts';

/** The clients of a capability's process. `close` ends them; stop the service first. */
export type CapabilityClients = CapabilityDependencies & { close(): Promise<void> };

/** Connects a capability's process to bus and object store. */
export async function connectCapability(
  name: Capability,
  config: ObjectStoreOptions & BusVariables & { readonly ACK_WAIT_SECONDS: number },
  log: Logger,
): Promise<CapabilityClients> {
  const bus = await connectBus({ ...busAccess(config, name), log });
  const store = connectObjectStore(config);
  return {
    bus,
    store,
    log,
    clock: () => new Date(),
    ackWaitMs: config.ACK_WAIT_SECONDS * 1000,
    async close() {
      await bus.close();
      store.close();
    },
  };
}
