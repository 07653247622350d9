import type { OpenProvider } from '@styling/capability';
import { connectPictureReader } from '@styling/openai-images';
import { hostedAnalysis } from './hosted-analysis.ts';
import type { AnalysisOperations } from './provider.ts';

/** A vision-language model behind OpenAI's chat API as a provider. */
export const open: OpenProvider<'openai-images', AnalysisOperations> = async (settings, deps) => {
  const reader = await connectPictureReader(settings, deps);
  return {
    concurrency: settings.OPENAI_IMAGES_CONCURRENCY,
    models: reader.models,
    isPaid: reader.isPaid,
    close: reader.close,
    ...hostedAnalysis(reader),
  };
};
