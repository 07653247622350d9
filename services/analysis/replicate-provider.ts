import type { OpenProvider } from '@styling/capability';
import { connectHostedModels } from '@styling/replicate';
import { hostedAnalysis } from './hosted-analysis.ts';
import type { AnalysisOperations } from './provider.ts';

/** A vision-language model on Replicate as a provider. */
export const open: OpenProvider<'replicate', AnalysisOperations> = async (settings, deps) => {
  const hosted = connectHostedModels({ ...settings, S3_ENDPOINT: deps.s3Endpoint }, deps);
  return {
    concurrency: settings.REPLICATE_CONCURRENCY,
    models: hosted.readers,
    close: hosted.close,
    ...hostedAnalysis(hosted),
  };
};
