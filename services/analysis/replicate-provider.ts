import type { HostedModels } from '@styling/replicate';
import { ServiceError } from '@styling/service';
import { INSTRUCTIONS, PROMPT } from './prompts/outfit.ts';
import type { AnalysisProvider } from './provider.ts';
import { outfitAnswer, readAnswer } from './read-answer.ts';

/** A hosted vision-language model as a provider. It gets a copy of the picture, not the client's URL. */
export const replicateProvider = (models: HostedModels, concurrency: number): AnalysisProvider => ({
  name: 'replicate',
  concurrency,
  savesCheckpoints: true,
  async analyse(picture, work) {
    const answer = await models.answer(
      {
        instructions: INSTRUCTIONS,
        prompt: PROMPT,
        pictures: [picture],
        name: 'outfit',
        schema: outfitAnswer,
      },
      work,
    );
    const items = readAnswer(answer);
    if (items.length === 0) throw new ServiceError('no_outfit', { field: picture.field });
    return items;
  },
  close: () => models.close(),
});
