import type { OpenProvider } from '@styling/capability';
import { connectHostedModels } from '@styling/replicate';
import { hostedTryOn } from './hosted-try-on.ts';
import type { TryOnOperations } from './provider.ts';

/** Image editors on Replicate as a provider. */
export const open: OpenProvider<'replicate', TryOnOperations> = async (settings, deps) => {
  const hosted = connectHostedModels({ ...settings, S3_ENDPOINT: deps.s3Endpoint }, deps);
  return {
    concurrency: settings.REPLICATE_CONCURRENCY,
    models: hosted.editors,
    // One is the selfie.
    abilities: { references: hosted.mostImages - 1, seed: hosted.hasSeed },
    close: hosted.close,
    ...hostedTryOn(hosted, deps.checkSelfie),
  };
};
