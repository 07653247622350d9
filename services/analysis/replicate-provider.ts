import type { OpenProvider } from '@styling/capability';
import { connectHostedModels } from '@styling/replicate';
import { ServiceError } from '@styling/service';
import { INSTRUCTIONS, PROMPT } from './prompts/outfit.ts';
import type { AnalysisOperations } from './provider.ts';
import { outfitAnswer, readAnswer } from './read-answer.ts';

/** A hosted vision-language model as a provider. It gets a copy of the picture, not the client's URL. */
export const open: OpenProvider<'replicate', AnalysisOperations> = async (settings, deps) => {
  const hosted = connectHostedModels({ ...settings, S3_ENDPOINT: deps.s3Endpoint }, deps);
  return {
    concurrency: settings.REPLICATE_CONCURRENCY,
    models: hosted.readers,
    close: hosted.close,
    async analyse(picture, work) {
      const order = { instructions: INSTRUCTIONS, prompt: PROMPT, pictures: [picture], name: 'outfit' };
      const items = readAnswer(await hosted.answer({ ...order, schema: outfitAnswer }, work));
      if (items.length === 0) throw new ServiceError('no_outfit', { field: picture.field });
      return items;
    },
  };
};
