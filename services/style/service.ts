import { type Implementations, type OpenCapability, openProviders } from '@styling/capability';
import { openCredentials } from '@styling/imaging';
import { engineOptionsOf } from '@styling/ondevice/variables.ts';
import type { variables } from './config.ts';
import { hosted } from './hosted-style.ts';
import { type StyleOperations, styleMe } from './style-me.ts';

export const implementations: Implementations<'style', StyleOperations> = {
  /** The embedded engine: colouring is measured, advice comes from rules. */
  async ondevice(settings) {
    const { adviseOutfits, openEngine } = await import('@styling/ondevice');
    const engine = await openEngine(engineOptionsOf(settings));
    return {
      // The outfits of one request use all threads.
      concurrency: 1,
      async advise(selfie, { style_preferences, occasion, num_outfits }, { signal }) {
        const person = await engine.readPerson(selfie, signal);
        return adviseOutfits(person, { preferences: style_preferences, occasion, count: num_outfits });
      },
      tryOn: (selfie, description, { signal, progress }) =>
        engine.tryOn({ selfie, description, mode: 'model_shot' }, signal, progress),
      models: [],
      close: () => engine.close(),
    };
  },
  replicate: hosted(() => import('@styling/providers/replicate')),
  'openai-images': hosted(() => import('@styling/providers/openai-images')),
  google: hosted(() => import('@styling/providers/google')),
};

/** Opens the service with the configured providers. */
export const openStyle: OpenCapability<typeof variables> = async (config, clients) => {
  const providers = await openProviders('style', config, clients, implementations);
  const temporaryTtlSeconds = config.TEMPORARY_IMAGE_TTL_SECONDS;
  const signPicture = await openCredentials(config);
  return { providers, perform: styleMe({ ...clients, providers, temporaryTtlSeconds, signPicture }) };
};
