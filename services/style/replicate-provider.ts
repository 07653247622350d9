import type { SelfieCheck } from '@styling/ondevice';
import type { HostedModels } from '@styling/replicate';
import { adviceAnswer } from './advice-answer.ts';
import { advicePrompt } from './prompts/advice.ts';
import { dressPrompt } from './prompts/dress.ts';
import { INSTRUCTIONS } from './prompts/instructions.ts';
import type { StyleProvider } from './provider.ts';

/**
 * Hosted models as a provider: a vision-language model gives the advice, an image editor makes the pictures. The selfie is
 * checked before the first paid call.
 */
export function replicateProvider(models: HostedModels, selfieCheck: SelfieCheck, concurrency: number): StyleProvider {
  const source = (selfie: Uint8Array) => ({ bytes: selfie, field: 'selfie_base64' });
  return {
    name: 'replicate',
    concurrency,
    async advise(selfie, wishes, work) {
      await selfieCheck.check(selfie, work.signal);
      const { outfits } = await models.answer(
        {
          instructions: INSTRUCTIONS,
          prompt: advicePrompt(wishes),
          pictures: [source(selfie)],
          name: 'outfits',
          schema: adviceAnswer(wishes.num_outfits),
        },
        work,
      );
      return outfits.slice(0, wishes.num_outfits);
    },
    async tryOn(selfie, clothing, work) {
      const picture = await models.generateImage({ prompt: dressPrompt(clothing), pictures: [source(selfie)] }, work);
      return { ...picture, approximations: [] };
    },
    async close() {
      await models.close();
      await selfieCheck.close();
    },
  };
}
