import { engineOptionsOf } from '@styling/ondevice/variables.ts';
import { connectHostedModels, type HostedModelsDependencies } from '@styling/replicate';
import type { AnalysisConfig } from './config.ts';
import type { AnalysisProvider } from './provider.ts';
import { replicateProvider } from './replicate-provider.ts';

/** Opens the configured provider. */
export async function openProvider(config: AnalysisConfig, deps: HostedModelsDependencies): Promise<AnalysisProvider> {
  if (config.provider === 'replicate') {
    return replicateProvider(connectHostedModels(config, deps), config.REPLICATE_CONCURRENCY);
  }
  // Loaded on demand: only this provider needs the engine's runtime.
  const { ondeviceProvider } = await import('./ondevice-provider.ts');
  return ondeviceProvider(engineOptionsOf(config));
}
