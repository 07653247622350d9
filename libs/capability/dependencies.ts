import type { Bus } from '@styling/bus';
import type { ObjectStore } from '@styling/objectstore';
import type { Logger } from '@styling/telemetry';

/** What every capability works with. */
export type CapabilityDependencies = {
  readonly bus: Bus;
  readonly store: ObjectStore;
  readonly clock: () => Date;
  readonly log: Logger;
  /** How long a running job may miss its heartbeats before another worker takes it over; default 30 s. */
  readonly ackWaitMs?: number;
};

/** Source of the events of a capability. */
export const sourceOf = (capability: string): string => `/services/${capability}`;
