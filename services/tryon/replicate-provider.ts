import type { SelfieCheck } from '@styling/ondevice';
import type { HostedModels } from '@styling/replicate';
import { tryOnPrompt } from './prompts/try-on.ts';
import type { TryOnOperations } from './provider.ts';

/** Hosted image editors as a provider. Refusals by the model become `content_refused`. */
export const replicateProvider = (models: HostedModels, checkSelfie: SelfieCheck['check']): TryOnOperations => ({
  savesCheckpoints: true,
  checkSelfie,
  async tryOn({ selfie, reference, description, mode }, work) {
    await checkSelfie(selfie, work.signal);
    const picture = await models.generateImage(
      {
        prompt: tryOnPrompt({ description, mode, hasReference: reference !== undefined }),
        pictures: [{ bytes: selfie, field: 'selfie_base64' }, ...(reference ? [reference] : [])],
      },
      work,
    );
    return { ...picture, approximations: [] };
  },
});
