import type { SettingsOf } from '@styling/capability';
import { openEngine } from '@styling/ondevice';
import { engineOptionsOf } from '@styling/ondevice/variables.ts';
import type { OpenedModel } from '@styling/providers';
import type { Scene, TryOnOperations } from './provider.ts';

/** The engine has a studio and can keep a scene, but cannot invent a street or an office. */
const MODES = {
  studio: 'model_shot',
  setting: 'reference_environment',
  reference: 'reference_environment',
  kept: 'reference_environment',
} as const satisfies Record<Scene, string>;

/** The embedded engine as a provider: no account, no network, one picture per thread at a time. */
export async function open(settings: SettingsOf<'ondevice'>): Promise<OpenedModel<TryOnOperations>> {
  const engine = await openEngine(engineOptionsOf(settings));
  return {
    concurrency: engine.concurrency,
    async tryOn({ selfie, garments, scene, seed }, { signal, progress }) {
      const worn = garments.map(({ reference, field, ...garment }) => ({
        ...garment,
        ...(reference && { reference: reference.bytes }),
        fields: { description: field, reference: reference?.field ?? field },
      }));
      const picture = await engine.tryOn({ selfie, garments: worn, mode: MODES[scene], seed }, signal, progress);
      const approximations = scene === 'setting' ? ['setting_kept_from_picture'] : [];
      return { ...picture, seed, approximations: [...picture.approximations, ...approximations] };
    },
    checkSelfie: (selfie, signal) => engine.checkSelfie(selfie, signal),
    models: [],
    warm: () => engine.warm(),
    close: () => engine.close(),
  };
}
