import type { SelfieCheck } from '@styling/ondevice';
import { type EngineOptions, engineOptionsOf } from '@styling/ondevice/variables.ts';
import { connectHostedModels, type HostedModels, type HostedModelsDependencies } from '@styling/replicate';
import { inSpan, timed } from '@styling/telemetry';
import type { CapabilityConfig } from './variables.ts';

/** The part of a provider that does not depend on the capability. */
export type Provider = {
  readonly name: string;
  /** Number of requests it processes concurrently. */
  readonly concurrency: number;
  close(): Promise<void>;
};

/** The implementations of a port. */
export type Implementations<Port> = {
  readonly replicate: (models: HostedModels, checkSelfie: SelfieCheck['check']) => Port;
  /** Loads the engine's runtime, which only this provider needs. */
  readonly ondevice: (options: EngineOptions) => Promise<Provider & Port>;
};

/**
 * Opens the configured provider. Hosted models would invent a person where a selfie shows none, so they come with the check
 * that SELFIE_CHECK configures, to be called before the first paid call.
 */
export async function openProvider<Port>(
  config: CapabilityConfig,
  deps: HostedModelsDependencies,
  { replicate, ondevice }: Implementations<Port>,
): Promise<Provider & Port> {
  if (config.provider === 'ondevice') return ondevice(engineOptionsOf(config));
  const models = connectHostedModels(config, deps);
  const selfies = config.SELFIE_CHECK === 'off' ? undefined : await openSelfieCheck(config);
  return {
    ...replicate(models, selfies?.check ?? (async () => false)),
    name: 'replicate',
    concurrency: config.REPLICATE_CONCURRENCY,
    async close() {
      await models.close();
      await selfies?.close();
    },
  };
}

async function openSelfieCheck(config: CapabilityConfig): Promise<SelfieCheck> {
  const ondevice = await import('@styling/ondevice');
  return ondevice.openSelfieCheck('ondevice', engineOptionsOf(config));
}

/** Calls a provider, with a span and a measured duration. */
export function callProvider<T>(
  operation: 'generate' | 'advise' | 'analyse',
  { name }: Pick<Provider, 'name'>,
  call: () => Promise<T>,
): Promise<T> {
  const attributes = { 'styling.provider': name, 'styling.operation': operation };
  return timed('styling.provider.call.duration', attributes, () =>
    inSpan('provider.call', { about: `${operation} ${name}`, attributes }, call),
  );
}
