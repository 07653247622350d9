import type { Open } from '@styling/capability';
import type { Vendor } from '@styling/providers';
import { tryOnPrompt } from './prompts/try-on.ts';
import type { TryOnOperations } from './provider.ts';

type Opened<Settings> = { open: Open<Settings, TryOnOperations> };

/** Makes a vendor's image editor a provider, after a check of the selfie; its refusals become `content_refused`. */
export const hosted = <Settings>({ openEditor }: Pick<Vendor<Settings>, 'openEditor'>): Opened<Settings> => ({
  async open(settings, deps) {
    const { generateImage, ...opened } = await openEditor(settings, deps);
    return {
      ...opened,
      checkSelfie: deps.checkSelfie,
      async tryOn({ selfie, garments, scene, seed }, work) {
        await deps.checkSelfie(selfie, work.signal);
        const references = garments.flatMap(({ reference }) => reference ?? []);
        const picture = await generateImage(
          {
            prompt: tryOnPrompt({ garments, scene }),
            pictures: [{ bytes: selfie, field: 'selfie_base64' }, ...references],
            description: garments.flatMap(({ description }) => description || []).join(', '),
            seed,
          },
          work,
        );
        return { ...picture, approximations: [] };
      },
    };
  },
});
