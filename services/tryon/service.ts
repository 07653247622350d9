import { answerQueries } from '@styling/bus';
import {
  type CapabilityDependencies,
  type Implementations,
  type OpenCapability,
  openProviders,
  type Perform,
  pictureSources,
} from '@styling/capability';
import { checkSelfie } from '@styling/contracts';
import { openCredentials } from '@styling/imaging';
import { objectNames } from '@styling/objectstore';
import { engineOptionsOf } from '@styling/ondevice/variables.ts';
import type { variables } from './config.ts';
import { hosted } from './hosted-try-on.ts';
import type { TryOnOperations, TryOnProviders } from './provider.ts';
import { generateImage, type TryOnDependencies, tryOnOutfit } from './try-on.ts';

export type { TryOnOperations } from './provider.ts';

export const implementations: Implementations<'tryon', TryOnOperations> = {
  /** The embedded engine: no account, no network, one picture per thread at a time. */
  async ondevice(settings) {
    const { openEngine } = await import('@styling/ondevice');
    const engine = await openEngine(engineOptionsOf(settings));
    return {
      concurrency: engine.concurrency,
      async tryOn({ selfie, garments, scene, seed }, { signal, progress }) {
        const worn = garments.map(({ reference, field, ...garment }) => ({
          ...garment,
          ...(reference && { reference: reference.bytes }),
          fields: { description: field, reference: reference?.field ?? field },
        }));
        // The engine has a studio and can keep a scene, but cannot invent a street or an office.
        const mode = scene === 'studio' ? 'model_shot' : 'reference_environment';
        const picture = await engine.tryOn({ selfie, garments: worn, mode, seed }, signal, progress);
        const approximations = scene === 'setting' ? ['setting_kept_from_picture'] : [];
        return { ...picture, seed, approximations: [...picture.approximations, ...approximations] };
      },
      checkSelfie: (selfie, signal) => engine.checkSelfie(selfie, signal),
      models: [],
      warm: () => engine.warm(),
      close: () => engine.close(),
    };
  },
  replicate: hosted(() => import('@styling/providers/replicate')),
  'openai-images': hosted(() => import('@styling/providers/openai-images')),
  google: hosted(() => import('@styling/providers/google')),
  comfyui: hosted(() => import('@styling/providers/comfyui')),
  fashn: hosted(() => import('@styling/providers/fashn')),
};

/** Opens the service with the configured providers. */
export const openTryOn: OpenCapability<typeof variables> = async (config, clients) => {
  const providers = await openProviders('tryon', config, clients, implementations);
  const temporaryTtlSeconds = config.TEMPORARY_IMAGE_TTL_SECONDS;
  const checks = answerSelfieChecks(clients, providers);
  const signPicture = await openCredentials(config);
  const perform = performTryOn({ ...clients, signPicture, ...pictureSources(config), providers, temporaryTtlSeconds });
  return { providers, perform, close: () => checks.stop() };
};

/** The work of the service, by endpoint. */
export function performTryOn(deps: TryOnDependencies): Perform {
  const tryOn = tryOnOutfit(deps);
  const generate = generateImage(deps);
  return (request, delivery) => (request.endpoint === '/generate_image' ? generate : tryOn)(request, delivery);
}

/** Judges uploaded selfies for the gateway, as the first step of a try-on with them would. */
export function answerSelfieChecks(
  { bus, store, log }: CapabilityDependencies,
  { all: [provider], concurrency }: TryOnProviders,
) {
  return answerQueries(
    bus,
    checkSelfie,
    async ({ asset_id }) => {
      const name = objectNames.asset(asset_id);
      const found = await store.get(name);
      if (!found) throw new Error(`${name} is gone`);
      const isChecked = await provider?.checkSelfie(found.bytes, AbortSignal.timeout(checkSelfie.withinMs));
      return { checks: isChecked ? ['one_person'] : [] };
    },
    // Each holds a picture in memory.
    { queue: 'tryon', log, concurrency: 4 * concurrency },
  );
}
