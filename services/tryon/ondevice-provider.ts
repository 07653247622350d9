import type { OpenProvider } from '@styling/capability';
import { openEngine } from '@styling/ondevice';
import { engineOptionsOf } from '@styling/ondevice/variables.ts';
import type { TryOnOperations, TryOnOrder } from './provider.ts';

/** Maps modes to the engine's scenes: it has a studio and can keep a scene, but cannot invent a street or an office. */
const SCENES = {
  model_shot: 'model_shot',
  studio: 'model_shot',
  reference_environment: 'reference_environment',
  environment: 'reference_environment',
  kept: 'reference_environment',
} as const satisfies Record<TryOnOrder['mode'], string>;

/** The embedded engine as a provider: no account, no network, one picture per thread at a time. */
export const open: OpenProvider<'ondevice', TryOnOperations> = async (settings) => {
  const engine = await openEngine(engineOptionsOf(settings));
  return {
    concurrency: engine.concurrency,
    async tryOn({ selfie, garments, mode, seed }, { signal, progress }) {
      const worn = garments.map(({ reference, field, ...garment }) => ({
        ...garment,
        ...(reference && { reference: reference.bytes }),
        fields: { description: field, reference: reference?.field ?? field },
      }));
      const picture = await engine.tryOn({ selfie, garments: worn, mode: SCENES[mode], seed }, signal, progress);
      const approximations = mode === 'environment' ? ['setting_kept_from_picture'] : [];
      return { ...picture, seed, approximations: [...picture.approximations, ...approximations] };
    },
    checkSelfie: (selfie, signal) => engine.checkSelfie(selfie, signal),
    models: [],
    close: () => engine.close(),
  };
};
