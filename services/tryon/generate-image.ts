import { type Perform, storePictureResult, workOf } from '@styling/capability';
import { renamingField } from '@styling/service';
import type { TryOnDependencies } from './dependencies.ts';
import { dress } from './dress.ts';
import { readGenerateOrder } from './read-order.ts';

/** POST /generate_image: makes the picture that the gateway returns inline, or reuses that of an earlier delivery. */
export const generateImage =
  (deps: TryOnDependencies): Perform =>
  async (request, delivery) => {
    const { providers } = deps;
    const { result, approximations } = await storePictureResult(deps, request, delivery, async () => {
      const { order, selfieField } = await readGenerateOrder(deps, request);
      const work = workOf(request, 'result', delivery);
      try {
        return (await dress(providers, request, order, work)).made;
      } catch (error) {
        throw renamingField(error, { selfie_base64: selfieField });
      }
    });
    return { result, images: [], approximations, hasCheckpoints: providers.savesCheckpoints };
  };
