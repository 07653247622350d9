import { type Implementations, type OpenCapability, openProviders } from '@styling/capability';
import type { variables } from './config.ts';
import { hosted } from './hosted-style.ts';
import type { StyleOperations } from './provider.ts';
import { styleMe } from './style-me.ts';

export const implementations: Implementations<'style', StyleOperations> = {
  ondevice: () => import('./ondevice-provider.ts'),
  replicate: () => import('@styling/providers/replicate').then(hosted),
  'openai-images': () => import('@styling/providers/openai-images').then(hosted),
};

/** Opens the service with the configured providers. */
export const openStyle: OpenCapability<typeof variables> = async (config, clients) => {
  const providers = await openProviders('style', config, clients, implementations);
  const temporaryTtlSeconds = config.TEMPORARY_IMAGE_TTL_SECONDS;
  return { providers, perform: styleMe({ ...clients, providers, temporaryTtlSeconds }) };
};
