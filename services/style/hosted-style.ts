import type { Open } from '@styling/capability';
import type { ImageEditor, ModelDependencies, OpenedModel, PictureReader } from '@styling/providers';
import { adviceAnswer, readAdvice } from './advice-answer.ts';
import { advicePrompt } from './prompts/advice.ts';
import { dressPrompt } from './prompts/dress.ts';
import { INSTRUCTIONS } from './prompts/instructions.ts';
import type { StyleOperations } from './provider.ts';

type Vendor<Settings> = {
  readonly openReader: (settings: Settings, deps: ModelDependencies) => Promise<OpenedModel<PictureReader>>;
  readonly openEditor: (settings: Settings, deps: ModelDependencies) => Promise<OpenedModel<ImageEditor>>;
};

const source = (selfie: Uint8Array) => ({ bytes: selfie, field: 'selfie_base64' });

/** Makes a vendor's models a provider of advice, after the check of the selfie, and of its pictures. */
export const hosted = <Settings>(vendor: Vendor<Settings>): { open: Open<Settings, StyleOperations> } => ({
  async open(settings, deps) {
    const reader = await vendor.openReader(settings, deps);
    const editor = await vendor.openEditor(settings, deps).catch(async (error) => {
      await reader.close();
      throw error;
    });
    const isPaid = reader.isPaid === undefined ? undefined : reader.isPaid || editor.isPaid === true;
    return {
      concurrency: editor.concurrency,
      models: [...reader.models, ...editor.models],
      ...(isPaid !== undefined && { isPaid }),
      async close() {
        await Promise.all([reader.close(), editor.close()]);
      },
      async advise(selfie, wishes, work) {
        await deps.checkSelfie(selfie, work.signal);
        const answer = await reader.answer(
          {
            instructions: INSTRUCTIONS,
            prompt: advicePrompt(wishes),
            pictures: [source(selfie)],
            name: 'outfits',
            schema: adviceAnswer(wishes.num_outfits),
          },
          work,
        );
        // Models read any language and tell of nothing that they left out.
        return { outfits: readAdvice(answer, wishes.num_outfits), approximations: [] };
      },
      async tryOn(selfie, clothing, work) {
        const order = { prompt: dressPrompt(clothing), pictures: [source(selfie)] };
        return { ...(await editor.generateImage(order, work)), approximations: [] };
      },
    };
  },
});
