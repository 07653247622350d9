import type { Open } from '@styling/capability';
import type { ModelDependencies, OpenedModel, PictureReader } from '@styling/providers';
import { ServiceError } from '@styling/service';
import { INSTRUCTIONS, PROMPT } from './prompts/outfit.ts';
import type { AnalysisOperations } from './provider.ts';
import { outfitAnswer, readAnswer } from './read-answer.ts';

type Vendor<Settings> = {
  readonly openReader: (settings: Settings, deps: ModelDependencies) => Promise<OpenedModel<PictureReader>>;
};

/** Makes a vendor's vision-language model a provider of analyses. It gets a copy of the picture, not the client's URL. */
export const hosted = <Settings>({ openReader }: Vendor<Settings>): { open: Open<Settings, AnalysisOperations> } => ({
  async open(settings, deps) {
    const { answer, ...opened } = await openReader(settings, deps);
    return {
      ...opened,
      async analyse(picture, work) {
        const order = { instructions: INSTRUCTIONS, prompt: PROMPT, pictures: [picture], name: 'outfit' };
        const items = readAnswer(await answer({ ...order, schema: outfitAnswer }, work));
        if (items.length === 0) throw new ServiceError('no_outfit', { field: picture.field });
        return items;
      },
    };
  },
});
