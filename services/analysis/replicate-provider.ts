import type { HostedModels } from '@styling/replicate';
import { ServiceError } from '@styling/service';
import { INSTRUCTIONS, PROMPT } from './prompts/outfit.ts';
import type { AnalysisOperations } from './provider.ts';
import { outfitAnswer, readAnswer } from './read-answer.ts';

/** A hosted vision-language model as a provider. It gets a copy of the picture, not the client's URL. */
export const replicateProvider = (models: HostedModels): AnalysisOperations => ({
  savesCheckpoints: true,
  async analyse(picture, work) {
    const order = { instructions: INSTRUCTIONS, prompt: PROMPT, pictures: [picture], name: 'outfit' };
    const items = readAnswer(await models.answer({ ...order, schema: outfitAnswer }, work));
    if (items.length === 0) throw new ServiceError('no_outfit', { field: picture.field });
    return items;
  },
});
