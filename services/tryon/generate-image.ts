import { callProvider, isRedelivery, type Perform, PICTURE_MIME_TYPE, workOf } from '@styling/capability';
import { objectNames } from '@styling/objectstore';
import { readGenerateOrder } from './read-order.ts';
import type { TryOnDependencies } from './try-on-outfit.ts';

/** POST /generate_image: makes the picture that the gateway returns inline, or reuses that of an earlier delivery. */
export const generateImage =
  (deps: TryOnDependencies): Perform =>
  async (request, delivery) => {
    const { store, provider } = deps;
    const object = objectNames.result(request);
    const made = isRedelivery(delivery) && (await store.head(object)) !== null;
    if (!made) {
      const order = await readGenerateOrder(deps, request);
      const work = workOf(request, 'result', delivery.signal);
      const { image } = await callProvider('generate', provider, () => provider.tryOn(order, work));
      await store.put(object, image, PICTURE_MIME_TYPE);
    }
    const result = { object, mime_type: PICTURE_MIME_TYPE, image_id: null };
    return { result, images: [], hasCheckpoints: provider.savesCheckpoints };
  };
