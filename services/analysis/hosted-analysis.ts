import type { PictureReader } from '@styling/model-api';
import { ServiceError } from '@styling/service';
import { INSTRUCTIONS, PROMPT } from './prompts/outfit.ts';
import type { AnalysisOperations } from './provider.ts';
import { outfitAnswer, readAnswer } from './read-answer.ts';

/** Analysis by a vision-language model. It gets a copy of the picture, not the client's URL. */
export const hostedAnalysis = (reader: PictureReader): AnalysisOperations => ({
  async analyse(picture, work) {
    const order = { instructions: INSTRUCTIONS, prompt: PROMPT, pictures: [picture], name: 'outfit' };
    const items = readAnswer(await reader.answer({ ...order, schema: outfitAnswer }, work));
    if (items.length === 0) throw new ServiceError('no_outfit', { field: picture.field });
    return items;
  },
});
