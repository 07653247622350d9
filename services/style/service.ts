import { type Implementations, type OpenCapability, openProvider } from '@styling/capability';
import type { variables } from './config.ts';
import type { StyleOperations } from './provider.ts';
import { replicateProvider } from './replicate-provider.ts';
import { styleMe } from './style-me.ts';

export const implementations: Implementations<StyleOperations> = {
  replicate: replicateProvider,
  ondevice: async (options) => (await import('./ondevice-provider.ts')).ondeviceProvider(options),
};

/** Opens the service with the configured provider. */
export const openStyle: OpenCapability<typeof variables> = async (config, clients) => {
  const provider = await openProvider(config, clients, implementations);
  const temporaryTtlSeconds = config.TEMPORARY_IMAGE_TTL_SECONDS;
  return { provider, perform: styleMe({ ...clients, provider, temporaryTtlSeconds }) };
};
