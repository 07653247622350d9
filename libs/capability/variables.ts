import { ondeviceVariables } from '@styling/ondevice/variables.ts';
import { providerOf, replicateVariables } from '@styling/replicate';
import { objectStoreVariables, positiveInteger, readConfig, serviceVariables } from '@styling/service';
import { z } from 'zod';

/**
 * A job may take minutes, its heartbeats come every third of this. A request that takes every worker with it is given up
 * at its eleventh delivery: at this pace that is before its client is answered 504.
 */
export const DEFAULT_ACK_WAIT_SECONDS = 10;

/** Variables of every capability. */
export const capabilityVariables = z.object({
  ...serviceVariables.shape,
  ...objectStoreVariables.shape,
  ...replicateVariables.shape,
  ...ondeviceVariables.shape,
  /** How long a running job may miss its heartbeats before another worker takes it over. The same in all replicas. */
  ACK_WAIT_SECONDS: positiveInteger.default(DEFAULT_ACK_WAIT_SECONDS),
});

/** The variables of a capability, and the provider derived from them. */
export type CapabilityConfig<Schema extends typeof capabilityVariables = typeof capabilityVariables> = Readonly<
  z.output<Schema>
> & { readonly provider: ReturnType<typeof providerOf> };

/** @throws ConfigError */
export function readCapabilityConfig<Schema extends typeof capabilityVariables>(
  variables: Schema,
  environment: Readonly<Record<string, string | undefined>>,
): CapabilityConfig<Schema> {
  const config = readConfig(variables, environment);
  return { ...config, provider: providerOf(config) };
}
