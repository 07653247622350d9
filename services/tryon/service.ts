import {
  type Implementations,
  type OpenCapability,
  openProvider,
  type Perform,
  pictureSources,
} from '@styling/capability';
import { answerSelfieChecks } from './answer-selfie-checks.ts';
import type { variables } from './config.ts';
import type { TryOnDependencies } from './dependencies.ts';
import { generateImage } from './generate-image.ts';
import type { TryOnOperations } from './provider.ts';
import { replicateProvider } from './replicate-provider.ts';
import { tryOnOutfit } from './try-on-outfit.ts';

export const implementations: Implementations<TryOnOperations> = {
  replicate: replicateProvider,
  ondevice: async (options) => (await import('./ondevice-provider.ts')).ondeviceProvider(options),
};

/** Opens the service with the configured provider. */
export const openTryOn: OpenCapability<typeof variables> = async (config, clients) => {
  const provider = await openProvider(config, clients, implementations);
  const temporaryTtlSeconds = config.TEMPORARY_IMAGE_TTL_SECONDS;
  const checks = answerSelfieChecks(clients, provider);
  const perform = performTryOn({ ...clients, ...pictureSources(config), provider, temporaryTtlSeconds });
  return { provider, perform, close: () => checks.stop() };
};

/** The work of the service, by endpoint. */
export function performTryOn(deps: TryOnDependencies): Perform {
  const tryOn = tryOnOutfit(deps);
  const generate = generateImage(deps);
  return (request, delivery) => (request.endpoint === '/generate_image' ? generate : tryOn)(request, delivery);
}
