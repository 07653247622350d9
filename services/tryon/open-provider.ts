import { engineOptionsOf } from '@styling/ondevice/variables.ts';
import { connectHostedModels, type HostedModelsDependencies } from '@styling/replicate';
import type { TryOnConfig } from './config.ts';
import type { TryOnProvider } from './provider.ts';
import { replicateProvider } from './replicate-provider.ts';

/** Opens the configured provider. */
export async function openProvider(config: TryOnConfig, deps: HostedModelsDependencies): Promise<TryOnProvider> {
  if (config.provider === 'replicate') {
    const models = connectHostedModels(config, deps);
    const { openSelfieCheck } = await import('@styling/ondevice');
    const selfieCheck = await openSelfieCheck(config.SELFIE_CHECK, engineOptionsOf(config));
    return replicateProvider(models, selfieCheck, config.REPLICATE_CONCURRENCY);
  }
  const { ondeviceProvider } = await import('./ondevice-provider.ts');
  return ondeviceProvider(engineOptionsOf(config));
}
