import { limits } from '@styling/contracts';
import { openEngine } from '@styling/ondevice';
import type { EngineOptions } from '@styling/ondevice/variables.ts';
import type { TryOnOrder, TryOnProvider } from './provider.ts';

/** Maps modes to the engine's scenes: it has a studio and can keep a scene, but cannot invent a street or an office. */
const SCENES = {
  model_shot: 'model_shot',
  studio: 'model_shot',
  reference_environment: 'reference_environment',
  environment: 'reference_environment',
  kept: 'reference_environment',
} as const satisfies Record<TryOnOrder['mode'], string>;

/** The embedded engine as a provider: no account, no network, one picture per thread at a time. */
export async function ondeviceProvider(options: EngineOptions = {}): Promise<TryOnProvider> {
  const engine = await openEngine(options);
  return {
    name: 'ondevice',
    concurrency: engine.concurrency,
    savesCheckpoints: false,
    references: limits.garments,
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
    close: () => engine.close(),
  };
}
