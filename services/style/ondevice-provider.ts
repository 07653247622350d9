import { adviseOutfits, openEngine } from '@styling/ondevice';
import type { EngineOptions } from '@styling/ondevice/variables.ts';
import type { StyleProvider } from './provider.ts';

/** The embedded engine as a provider: colouring is measured, advice comes from rules. */
export async function ondeviceProvider(options: EngineOptions = {}): Promise<StyleProvider> {
  const engine = await openEngine(options);
  return {
    name: 'ondevice',
    // The outfits of one request use all threads.
    concurrency: 1,
    async advise(selfie, { style_preferences, occasion, num_outfits }, { signal }) {
      const person = await engine.readPerson(selfie, signal);
      return adviseOutfits(person, { preferences: style_preferences, occasion, count: num_outfits });
    },
    tryOn: (selfie, description, { signal, progress }) =>
      engine.tryOn({ selfie, description, mode: 'model_shot' }, signal, progress),
    close: () => engine.close(),
  };
}
