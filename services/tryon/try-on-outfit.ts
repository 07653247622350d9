import {
  type CapabilityDependencies,
  imageCreatedEvent,
  isRedelivery,
  makePicture,
  type Perform,
  PICTURE_MIME_TYPE,
  type PictureSources,
  storedFacts,
  workOf,
} from '@styling/capability';
import { objectNames } from '@styling/objectstore';
import type { TryOnProvider } from './provider.ts';
import { readTryOnOrder } from './read-order.ts';

/** Dependencies of the tryon service. */
export type TryOnDependencies = CapabilityDependencies &
  PictureSources & {
    readonly provider: TryOnProvider;
    /** Lifetime of images that are not stored permanently. */
    readonly temporaryTtlSeconds: number;
  };

/** POST /try_on_outfit: makes the picture, or reuses that of an earlier delivery. */
export const tryOnOutfit =
  (deps: TryOnDependencies): Perform =>
  async (request, delivery) => {
    const { store, provider, temporaryTtlSeconds } = deps;
    const [image_id] = request.image_ids;
    if (image_id === undefined) throw new Error('try-on request has no reserved image id');
    const make = async () => {
      const { order, persistent } = await readTryOnOrder(deps, request);
      const work = workOf(request, image_id, delivery);
      return makePicture(deps, image_id, persistent ? null : temporaryTtlSeconds, () => provider.tryOn(order, work));
    };
    const facts = (isRedelivery(delivery) && (await storedFacts(store, image_id))) || (await make());
    return {
      result: { object: objectNames.image(image_id), mime_type: PICTURE_MIME_TYPE, image_id },
      images: [imageCreatedEvent(request, image_id, facts)],
      hasCheckpoints: provider.savesCheckpoints,
    };
  };
