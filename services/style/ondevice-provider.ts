import type { SettingsOf } from '@styling/capability';
import { adviseOutfits, openEngine } from '@styling/ondevice';
import { engineOptionsOf } from '@styling/ondevice/variables.ts';
import type { OpenedModel } from '@styling/providers';
import type { StyleOperations } from './provider.ts';

/** The embedded engine as a provider: colouring is measured, advice comes from rules. */
export async function open(settings: SettingsOf<'ondevice'>): Promise<OpenedModel<StyleOperations>> {
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
}
