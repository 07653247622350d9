import {
  type CapabilityDependencies,
  callProvider,
  type Delivery,
  factsOf,
  imageCreatedEvent,
  isRedelivery,
  type Perform,
  PICTURE_MIME_TYPE,
  type PictureFacts,
  storedFacts,
  storePicture,
  type Work,
  workOf,
} from '@styling/capability';
import { type RequestAccepted, type StyleMeResult, styleMeResult } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { toServiceError } from '@styling/service';
import { planOutfits } from './plan.ts';
import type { PlannedOutfit, StyleProvider } from './provider.ts';

/** What the style service works with. */
export type StyleDependencies = CapabilityDependencies & {
  readonly provider: StyleProvider;
  /** How long the pictures live. */
  readonly temporaryTtlSeconds: number;
};

const MIME_TYPE = 'application/json';

/** POST /style_me: advice with pictures, or what an earlier delivery made of it. */
export const styleMe =
  (deps: StyleDependencies): Perform =>
  async (request, delivery) => {
    const object = objectNames.result(request);
    const kept = isRedelivery(delivery) ? await deps.store.get(object) : null;
    const { outfits } = kept
      ? styleMeResult.parse(JSON.parse(Buffer.from(kept.bytes).toString()))
      : await makeOutfits(deps, request, delivery);
    if (!kept) await deps.store.put(object, Buffer.from(JSON.stringify({ outfits })), MIME_TYPE);
    return {
      result: { object, mime_type: MIME_TYPE, image_id: null },
      images: await imagesOf(deps, request),
      hasCheckpoints: true,
    };
  };

async function makeOutfits(
  deps: StyleDependencies,
  request: RequestAccepted['data'],
  delivery: Delivery,
): Promise<StyleMeResult> {
  const { selfie, outfits } = await planOutfits(deps, deps.provider, request, delivery);
  const made = outfits.map(async ({ clothing, ...advice }, index) => {
    const image_id = request.image_ids[index];
    if (image_id === undefined) throw new Error('more outfits than reserved images');
    const work = workOf(request, image_id, delivery.signal);
    const hasPicture = await makePicture(deps, image_id, selfie, clothing, work, delivery);
    return { ...advice, object: hasPicture ? objectNames.image(image_id) : null, mime_type: PICTURE_MIME_TYPE };
  });
  // All come to an end before a failure is told: what still ran would meet its own redelivery.
  await Promise.allSettled(made);
  return { outfits: await Promise.all(made) };
}

/**
 * Makes the picture of one outfit, unless an earlier delivery did.
 *
 * @returns false when it could not be made: the rest of the answer stands (spec, "POST /style_me")
 * @throws ServiceError about the selfie, which no outfit could mend, or `unavailable`, which time may unless it was the last attempt
 */
async function makePicture(
  { store, provider, clock, log, temporaryTtlSeconds }: StyleDependencies,
  image_id: string,
  selfie: Uint8Array,
  clothing: PlannedOutfit['clothing'],
  work: Work,
  delivery: Delivery,
): Promise<boolean> {
  if (isRedelivery(delivery) && (await storedFacts(store, image_id))) return true;
  try {
    const picture = await callProvider('generate', provider, () => provider.tryOn(selfie, clothing, work));
    const facts: PictureFacts = factsOf(picture, provider.name, clock(), temporaryTtlSeconds);
    await storePicture(store, image_id, picture.image, facts);
    return true;
  } catch (error) {
    const { code, parameters } = toServiceError(error);
    const mayPass = code === 'unavailable' && !delivery.lastAttempt;
    if (mayPass || parameters.field === 'selfie_base64') throw error;
    log.warn({ err: error, image_id }, 'an outfit stays without its picture');
    return false;
  }
}

async function imagesOf({ store }: StyleDependencies, request: RequestAccepted['data']) {
  const found = await Promise.all(
    request.image_ids.map(async (image_id) => {
      const facts = await storedFacts(store, image_id);
      return facts ? [imageCreatedEvent(request, image_id, 'style-me', facts)] : [];
    }),
  );
  return found.flat();
}
