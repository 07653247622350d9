import type { SelfieCheck } from '@styling/ondevice';
import type { HostedModels } from '@styling/replicate';
import { tryOnPrompt } from './prompts/try-on.ts';
import type { TryOnProvider } from './provider.ts';

/**
 * Hosted image editors as a provider. They would invent a person if the selfie shows none, so the selfie is checked before
 * the first paid call. Refusals by the model become `content_refused`.
 */
export function replicateProvider(models: HostedModels, selfieCheck: SelfieCheck, concurrency: number): TryOnProvider {
  return {
    name: 'replicate',
    concurrency,
    savesCheckpoints: true,
    async tryOn({ selfie, reference, description, mode }, work) {
      await selfieCheck.check(selfie, work.signal);
      const picture = await models.generateImage(
        {
          prompt: tryOnPrompt({ description, mode, hasReference: reference !== undefined }),
          pictures: [{ bytes: selfie, field: 'selfie_base64' }, ...(reference ? [reference] : [])],
        },
        work,
      );
      return { ...picture, approximations: [] };
    },
    async close() {
      await models.close();
      await selfieCheck.close();
    },
  };
}
