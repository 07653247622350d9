import type { HostedModels } from '@styling/replicate';
import { tryOnPrompt } from './prompts/try-on.ts';
import type { TryOnProvider } from './provider.ts';

/**
 * Hosted image editors as a provider. They look at no selfie beforehand: what they will not show is refused
 * (`content_refused`).
 */
export function replicateProvider(models: HostedModels, concurrency: number): TryOnProvider {
  return {
    name: 'replicate',
    concurrency,
    async tryOn({ selfie, reference, description, mode }, work) {
      const picture = await models.drawPicture(
        {
          prompt: tryOnPrompt({ description, mode, hasReference: reference !== undefined }),
          pictures: [{ bytes: selfie, field: 'selfie_base64' }, ...(reference ? [reference] : [])],
        },
        work,
      );
      return { ...picture, approximations: [] };
    },
    close: () => models.close(),
  };
}
