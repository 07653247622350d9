import type { OpenProvider } from '@styling/capability';
import { connectImageEditor, connectPictureReader } from '@styling/openai-images';
import { hostedStyle } from './hosted-style.ts';
import type { StyleOperations } from './provider.ts';

/** Models behind OpenAI's images and chat API as a provider. */
export const open: OpenProvider<'openai-images', StyleOperations> = async (settings, deps) => {
  const reader = await connectPictureReader(settings, deps);
  const editor = await connectImageEditor(settings, deps).catch(async (error) => {
    await reader.close();
    throw error;
  });
  return {
    concurrency: settings.OPENAI_IMAGES_CONCURRENCY,
    models: [...reader.models, ...editor.models],
    isPaid: reader.isPaid || editor.isPaid,
    async close() {
      await Promise.all([reader.close(), editor.close()]);
    },
    ...hostedStyle(reader, editor, deps.checkSelfie),
  };
};
