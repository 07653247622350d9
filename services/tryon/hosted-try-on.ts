import type { OpeningDependencies } from '@styling/capability';
import type { ImageEditor } from '@styling/model-api';
import { tryOnPrompt } from './prompts/try-on.ts';
import type { TryOnOperations } from './provider.ts';

/** Virtual try-on by an image editor, after the check of the selfie. Refusals by the model become `content_refused`. */
export const hostedTryOn = (editor: ImageEditor, checkSelfie: OpeningDependencies['checkSelfie']): TryOnOperations => ({
  checkSelfie,
  async tryOn({ selfie, garments, scene, seed }, work) {
    await checkSelfie(selfie, work.signal);
    const references = garments.flatMap(({ reference }) => reference ?? []);
    const pictures = [{ bytes: selfie, field: 'selfie_base64' }, ...references];
    const picture = await editor.generateImage({ prompt: tryOnPrompt({ garments, scene }), pictures, seed }, work);
    return { ...picture, approximations: [] };
  },
});
