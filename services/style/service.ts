import { type Implementations, type OpenCapability, openProviders } from '@styling/capability';
import type { variables } from './config.ts';
import { hosted } from './hosted-style.ts';
import type { StyleOperations } from './provider.ts';
import { styleMe } from './style-me.ts';

export const implementations: Implementations<'style', StyleOperations> = {
  ondevice: (settings) => import('./ondevice-provider.ts').then(({ open }) => open(settings)),
  replicate: hosted(() => import('@styling/providers/replicate')),
  'openai-images': hosted(() => import('@styling/providers/openai-images')),
};

/** Opens the service with the configured providers. */
export const openStyle: OpenCapability<typeof variables> = async (config, clients) => {
  const providers = await openProviders('style', config, clients, implementations);
  const temporaryTtlSeconds = config.TEMPORARY_IMAGE_TTL_SECONDS;
  return { providers, perform: styleMe({ ...clients, providers, temporaryTtlSeconds }) };
};
