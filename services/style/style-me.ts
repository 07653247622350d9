import {
  type CapabilityDependencies,
  type Delivery,
  isRedelivery,
  type Made,
  makePicture,
  type Perform,
  PICTURE_MIME_TYPE,
  type Picture,
  sharesOf,
  storedFacts,
  storedImages,
  storeResult,
  workOf,
} from '@styling/capability';
import type { RequestAccepted, StyleMeResult } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { cancellationOf, renamingField, toServiceError } from '@styling/service';
import { planOutfits } from './plan.ts';
import type { StyleProviders } from './provider.ts';

/** Dependencies of the style service. */
export type StyleDependencies = CapabilityDependencies & {
  readonly providers: StyleProviders;
  /** Lifetime of the pictures. */
  readonly temporaryTtlSeconds: number;
};

/** POST /style_me: makes advice with pictures, or reuses the result of an earlier delivery. */
export const styleMe =
  (deps: StyleDependencies): Perform =>
  async (request, delivery) => {
    const { result, approximations } = await storeResult(deps, request, delivery, 'application/json', async () => {
      const { outfits, approximations } = await makeOutfits(deps, request, delivery);
      return { bytes: Buffer.from(JSON.stringify({ outfits } satisfies StyleMeResult)), approximations };
    });
    return { result, images: await storedImages(deps.store, request), hasCheckpoints: true, approximations };
  };

/** Part of the work that the advice is. */
const ADVISED = 0.2;

async function makeOutfits(
  deps: StyleDependencies,
  request: RequestAccepted['data'],
  delivery: Delivery,
): Promise<StyleMeResult & { approximations: readonly string[] }> {
  const { selfie, selfieField, outfits, approximations } = await planOutfits(deps, deps.providers, request, delivery);
  const { progress = () => {} } = delivery;
  const reports = sharesOf(progress, outfits.length, ADVISED, 1);
  const made = outfits.map(async ({ clothing, ...advice }, index) => {
    const image_id = request.image_ids[index];
    if (image_id === undefined) throw new Error('more outfits than reserved image ids');
    const work = workOf(request, image_id, { ...delivery, progress: reports[index] ?? progress });
    const make = () =>
      deps.providers.call('generate', request, work, (provider, work) => provider.tryOn(selfie, clothing, work));
    const hasPicture = await hasMadePicture(deps, image_id, make, delivery);
    return { ...advice, object: hasPicture ? objectNames.image(image_id) : null, mime_type: PICTURE_MIME_TYPE };
  });
  // Wait for all before failing: a picture still in progress would overlap with its own redelivery.
  await Promise.allSettled(made);
  try {
    return { outfits: await Promise.all(made), approximations };
  } catch (error) {
    throw renamingField(error, { selfie_base64: selfieField });
  }
}

/**
 * Makes the picture of one outfit, unless an earlier delivery did.
 *
 * @returns false if it could not be made: the answer is still valid without it (spec, "POST /style_me")
 * @throws ServiceError about the selfie, which affects all outfits, or `unavailable`, unless this is the last attempt
 */
async function hasMadePicture(
  deps: StyleDependencies,
  image_id: string,
  make: () => Promise<Made<Picture>>,
  delivery: Delivery,
): Promise<boolean> {
  if (isRedelivery(delivery) && (await storedFacts(deps.store, image_id))) return true;
  try {
    await makePicture(deps, image_id, deps.temporaryTtlSeconds, make);
    return true;
  } catch (error) {
    const { code, parameters } = toServiceError(error);
    if (cancellationOf(delivery.signal)) throw error;
    const isRetryable = code === 'unavailable' && !delivery.lastAttempt;
    // Whether the clothes can be told apart, and whether the pose fits them, shows in each outfit's own picture.
    const isAboutOne = code === 'clothes_not_separable' || code === 'pose_not_supported';
    const isAboutAll = parameters.field === 'selfie_base64' && !isAboutOne;
    if (isRetryable || isAboutAll) throw error;
    deps.log.warn({ err: error, image_id }, 'image generation failed; returning outfit without image');
    return false;
  }
}
