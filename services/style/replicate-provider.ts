import type { SelfieCheck } from '@styling/ondevice';
import type { HostedModels } from '@styling/replicate';
import { adviceAnswer, readAdvice } from './advice-answer.ts';
import { advicePrompt } from './prompts/advice.ts';
import { dressPrompt } from './prompts/dress.ts';
import { INSTRUCTIONS } from './prompts/instructions.ts';
import type { StyleOperations } from './provider.ts';

const source = (selfie: Uint8Array) => ({ bytes: selfie, field: 'selfie_base64' });

/** Hosted models as a provider: a vision-language model gives the advice, an image editor makes the pictures. */
export const replicateProvider = (models: HostedModels, checkSelfie: SelfieCheck['check']): StyleOperations => ({
  async advise(selfie, wishes, work) {
    await checkSelfie(selfie, work.signal);
    const answer = await models.answer(
      {
        instructions: INSTRUCTIONS,
        prompt: advicePrompt(wishes),
        pictures: [source(selfie)],
        name: 'outfits',
        schema: adviceAnswer(wishes.num_outfits),
      },
      work,
    );
    return readAdvice(answer, wishes.num_outfits);
  },
  async tryOn(selfie, clothing, work) {
    const picture = await models.generateImage({ prompt: dressPrompt(clothing), pictures: [source(selfie)] }, work);
    return { ...picture, approximations: [] };
  },
});
