import type { SelfieCheck } from '@styling/ondevice';
import type { HostedModels } from '@styling/replicate';
import { tryOnPrompt } from './prompts/try-on.ts';
import type { TryOnOperations } from './provider.ts';

/** Hosted image editors as a provider. Refusals by the model become `content_refused`. */
export const replicateProvider = (models: HostedModels, checkSelfie: SelfieCheck['check']): TryOnOperations => ({
  savesCheckpoints: true,
  // One is the selfie.
  references: models.mostImages - 1,
  checkSelfie,
  async tryOn({ selfie, garments, mode, seed }, work) {
    await checkSelfie(selfie, work.signal);
    const references = garments.flatMap(({ reference }) => reference ?? []);
    const pictures = [{ bytes: selfie, field: 'selfie_base64' }, ...references];
    const picture = await models.generateImage({ prompt: tryOnPrompt({ garments, mode }), pictures, seed }, work);
    return { ...picture, approximations: [] };
  },
});
