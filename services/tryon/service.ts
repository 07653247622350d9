import {
  type Implementations,
  type OpenCapability,
  openProviders,
  type Perform,
  pictureSources,
} from '@styling/capability';
import { answerSelfieChecks } from './answer-selfie-checks.ts';
import type { variables } from './config.ts';
import type { TryOnDependencies } from './dependencies.ts';
import { generateImage } from './generate-image.ts';
import { hosted } from './hosted-try-on.ts';
import type { TryOnOperations } from './provider.ts';
import { tryOnOutfit } from './try-on-outfit.ts';

export type { TryOnOperations } from './provider.ts';

export const implementations: Implementations<'tryon', TryOnOperations> = {
  ondevice: () => import('./ondevice-provider.ts'),
  replicate: () => import('@styling/providers/replicate').then(hosted),
  'openai-images': () => import('@styling/providers/openai-images').then(hosted),
  comfyui: () => import('@styling/providers/comfyui').then(hosted),
};

/** Opens the service with the configured providers. */
export const openTryOn: OpenCapability<typeof variables> = async (config, clients) => {
  const providers = await openProviders('tryon', config, clients, implementations);
  const temporaryTtlSeconds = config.TEMPORARY_IMAGE_TTL_SECONDS;
  const checks = answerSelfieChecks(clients, providers);
  const perform = performTryOn({ ...clients, ...pictureSources(config), providers, temporaryTtlSeconds });
  return { providers, perform, close: () => checks.stop() };
};

/** The work of the service, by endpoint. */
export function performTryOn(deps: TryOnDependencies): Perform {
  const tryOn = tryOnOutfit(deps);
  const generate = generateImage(deps);
  return (request, delivery) => (request.endpoint === '/generate_image' ? generate : tryOn)(request, delivery);
}
