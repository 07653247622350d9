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

/** Dependencies of the style service. */
export type StyleDependencies = CapabilityDependencies & {
  readonly provider: StyleProvider;
  /** Lifetime of the pictures. */
  readonly temporaryTtlSeconds: number;
};

const MIME_TYPE = 'application/json';

/** POST /style_me: makes advice with pictures, or reuses the result of an earlier delivery. */
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
    if (image_id === undefined) throw new Error('more outfits than reserved image ids');
    const work = workOf(request, image_id, delivery.signal);
    const hasPicture = await makePicture(deps, image_id, selfie, clothing, work, delivery);
    return { ...advice, object: hasPicture ? objectNames.image(image_id) : null, mime_type: PICTURE_MIME_TYPE };
  });
  // Wait for all before failing: a picture still in progress would overlap with its own redelivery.
  await Promise.allSettled(made);
  return { outfits: await Promise.all(made) };
}

/**
 * Makes the picture of one outfit, unless an earlier delivery did.
 *
 * @returns false if it could not be made: the answer is still valid without it (spec, "POST /style_me")
 * @throws ServiceError about the selfie, which affects all outfits, or `unavailable`, unless this is the last attempt
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
    const isRetryable = code === 'unavailable' && !delivery.lastAttempt;
    if (isRetryable || parameters.field === 'selfie_base64') throw error;
    log.warn({ err: error, image_id }, 'image generation failed; returning outfit without image');
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
