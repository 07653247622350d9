import { callProvider, type Perform, storePictureResult, workOf } from '@styling/capability';
import { readGenerateOrder } from './read-order.ts';
import type { TryOnDependencies } from './try-on-outfit.ts';

/** POST /generate_image: makes the picture that the gateway returns inline, or reuses that of an earlier delivery. */
export const generateImage =
  (deps: TryOnDependencies): Perform =>
  async (request, delivery) => {
    const { provider } = deps;
    const { result, approximations } = await storePictureResult(deps, request, delivery, async () => {
      const order = await readGenerateOrder(deps, request);
      const work = workOf(request, 'result', delivery);
      return callProvider('generate', provider, () => provider.tryOn(order, work));
    });
    return { result, images: [], approximations, hasCheckpoints: provider.savesCheckpoints };
  };
