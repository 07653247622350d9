import { connectHostedModels, type HostedModelsDependencies } from '@styling/replicate';
import type { StyleConfig } from './config.ts';
import type { StyleProvider } from './provider.ts';
import { replicateProvider } from './replicate-provider.ts';

/** The provider that the configuration names. */
export async function openProvider(config: StyleConfig, deps: HostedModelsDependencies): Promise<StyleProvider> {
  if (config.provider === 'replicate') {
    const models = connectHostedModels(config, deps);
    const { openSelfieCheck } = await import('@styling/ondevice');
    return replicateProvider(models, await openSelfieCheck(config.SELFIE_CHECK), config.REPLICATE_CONCURRENCY);
  }
  const { ondeviceProvider } = await import('./ondevice-provider.ts');
  return ondeviceProvider();
}
