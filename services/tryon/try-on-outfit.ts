import {
  type CapabilityDependencies,
  callProvider,
  factsOf,
  imageCreatedEvent,
  isRedelivery,
  type Perform,
  PICTURE_MIME_TYPE,
  type PictureFacts,
  type PictureSources,
  storedFacts,
  storePicture,
  workOf,
} from '@styling/capability';
import type { RequestAccepted } from '@styling/contracts';
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
    const [image_id] = request.image_ids;
    if (image_id === undefined) throw new Error('try-on request has no reserved image id');
    const made = isRedelivery(delivery) ? await storedFacts(deps.store, image_id) : null;
    const facts = made ?? (await makePicture(deps, request, image_id, delivery.signal));
    return {
      result: { object: objectNames.image(image_id), mime_type: PICTURE_MIME_TYPE, image_id },
      images: [imageCreatedEvent(request, image_id, 'try-on', facts)],
      hasCheckpoints: deps.provider.savesCheckpoints,
    };
  };

async function makePicture(
  deps: TryOnDependencies,
  request: RequestAccepted['data'],
  image_id: string,
  signal: AbortSignal,
): Promise<PictureFacts> {
  const { store, provider, clock, temporaryTtlSeconds } = deps;
  const { order, persistent } = await readTryOnOrder(deps, request);
  const work = workOf(request, image_id, signal);
  const picture = await callProvider('generate', provider, () => provider.tryOn(order, work));
  const facts = factsOf(picture, provider.name, clock(), persistent ? null : temporaryTtlSeconds);
  await storePicture(store, image_id, picture.image, facts);
  return facts;
}
