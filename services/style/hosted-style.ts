import type { OpeningDependencies } from '@styling/capability';
import type { ImageEditor, PictureReader } from '@styling/model-api';
import { adviceAnswer, readAdvice } from './advice-answer.ts';
import { advicePrompt } from './prompts/advice.ts';
import { dressPrompt } from './prompts/dress.ts';
import { INSTRUCTIONS } from './prompts/instructions.ts';
import type { StyleOperations } from './provider.ts';

const source = (selfie: Uint8Array) => ({ bytes: selfie, field: 'selfie_base64' });

/** Advice by a vision-language model, after the check of the selfie, and pictures by an image editor. */
export const hostedStyle = (
  reader: PictureReader,
  editor: ImageEditor,
  checkSelfie: OpeningDependencies['checkSelfie'],
): StyleOperations => ({
  async advise(selfie, wishes, work) {
    await checkSelfie(selfie, work.signal);
    const answer = await reader.answer(
      {
        instructions: INSTRUCTIONS,
        prompt: advicePrompt(wishes),
        pictures: [source(selfie)],
        name: 'outfits',
        schema: adviceAnswer(wishes.num_outfits),
      },
      work,
    );
    // Models read any language and tell of nothing that they left out.
    return { outfits: readAdvice(answer, wishes.num_outfits), approximations: [] };
  },
  async tryOn(selfie, clothing, work) {
    const picture = await editor.generateImage({ prompt: dressPrompt(clothing), pictures: [source(selfie)] }, work);
    return { ...picture, approximations: [] };
  },
});
