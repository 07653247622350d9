import type { OpenProvider } from '@styling/capability';
import { connectHostedModels } from '@styling/replicate';
import { hostedStyle } from './hosted-style.ts';
import type { StyleOperations } from './provider.ts';

/** Models on Replicate as a provider. */
export const open: OpenProvider<'replicate', StyleOperations> = async (settings, deps) => {
  const hosted = connectHostedModels({ ...settings, S3_ENDPOINT: deps.s3Endpoint }, deps);
  return {
    concurrency: settings.REPLICATE_CONCURRENCY,
    models: [...hosted.readers, ...hosted.editors],
    close: hosted.close,
    ...hostedStyle(hosted, hosted, deps.checkSelfie),
  };
};
