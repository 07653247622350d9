import type { OpenProvider } from '@styling/capability';
import { connectImageEditor } from '@styling/openai-images';
import { hostedTryOn } from './hosted-try-on.ts';
import type { TryOnOperations } from './provider.ts';

/** An image editor behind OpenAI's images API as a provider. */
export const open: OpenProvider<'openai-images', TryOnOperations> = async (settings, deps) => {
  const editor = await connectImageEditor(settings, deps);
  return {
    concurrency: settings.OPENAI_IMAGES_CONCURRENCY,
    models: editor.models,
    isPaid: editor.isPaid,
    // One is the selfie.
    abilities: { references: settings.OPENAI_IMAGES_MAX_PICTURES - 1, seed: editor.hasSeed },
    close: editor.close,
    ...hostedTryOn(editor, deps.checkSelfie),
  };
};
