import type { OpenProvider } from '@styling/capability';
import { connectComfyui } from '@styling/comfyui';
import { tryOnPrompt } from './prompts/try-on.ts';
import type { TryOnOperations } from './provider.ts';

/** A workflow on the operator's own ComfyUI server as a provider. */
export const open: OpenProvider<'comfyui', TryOnOperations> = async (settings, deps) => {
  const { checkSelfie } = deps;
  const comfyui = connectComfyui(settings, deps);
  return {
    concurrency: settings.COMFYUI_CONCURRENCY,
    models: [comfyui.model],
    abilities: comfyui.abilities,
    close: comfyui.close,
    checkSelfie,
    async tryOn({ selfie, garments, scene, seed }, work) {
      await checkSelfie(selfie, work.signal);
      const picture = await comfyui.generateImage(
        {
          selfie: { bytes: selfie, field: 'selfie_base64' },
          garments: garments.flatMap(({ reference }) => reference ?? []),
          prompt: tryOnPrompt({ garments, scene }),
          description: garments.flatMap(({ description }) => description || []).join(', '),
          seed,
        },
        work,
      );
      return { ...picture, approximations: [] };
    },
  };
};
