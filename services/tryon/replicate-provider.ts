import type { OpenProvider } from '@styling/capability';
import { connectHostedModels } from '@styling/replicate';
import { tryOnPrompt } from './prompts/try-on.ts';
import type { TryOnOperations } from './provider.ts';

/** Hosted image editors as a provider. Refusals by the model become `content_refused`. */
export const open: OpenProvider<'replicate', TryOnOperations> = async (settings, deps) => {
  const { checkSelfie, s3Endpoint } = deps;
  const hosted = connectHostedModels({ ...settings, S3_ENDPOINT: s3Endpoint }, deps);
  return {
    concurrency: settings.REPLICATE_CONCURRENCY,
    models: hosted.editors,
    // One is the selfie.
    abilities: { references: hosted.mostImages - 1, seed: hosted.hasSeed },
    close: hosted.close,
    checkSelfie,
    async tryOn({ selfie, garments, mode, seed }, work) {
      await checkSelfie(selfie, work.signal);
      const references = garments.flatMap(({ reference }) => reference ?? []);
      const pictures = [{ bytes: selfie, field: 'selfie_base64' }, ...references];
      const picture = await hosted.generateImage({ prompt: tryOnPrompt({ garments, mode }), pictures, seed }, work);
      return { ...picture, approximations: [] };
    },
  };
};
