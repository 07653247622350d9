import {
  type Accepted,
  type CapabilityDependencies,
  claimInput,
  type Delivery,
  isRedelivery,
  type Made,
  type Perform,
  PICTURE_MIME_TYPE,
  type Picture,
  type Providers,
  type StoredResult,
  sharesOf,
  storedFacts,
  storedImages,
  storedResult,
  storePicture,
  storeResult,
  type Work,
  workOf,
} from '@styling/capability';
import {
  type OutfitAdvice,
  outfitAdvice,
  type StyleMeInput,
  type StyleMeResult,
  styleMeInput,
} from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { cancellationOf, renamingField, toServiceError } from '@styling/service';
import { z } from 'zod';

/** Advice, and a description of its clothes for a try-on. */
export type PlannedOutfit = OutfitAdvice & { readonly clothing: string };

/** Port for styling advice with pictures. Errors in the selfie are ServiceErrors of status 4xx. */
export type StyleOperations = {
  /** Recommended outfits, and codes for wishes they only approximate. */
  advise(
    selfie: Uint8Array,
    wishes: Omit<StyleMeInput, 'selfie_field'>,
    work: Work,
  ): Promise<{ readonly outfits: readonly PlannedOutfit[]; readonly approximations: readonly string[] }>;
  tryOn(selfie: Uint8Array, clothing: string, work: Work): Promise<Picture>;
};
export type StyleProviders = Providers<StyleOperations>;

export type StyleDependencies = CapabilityDependencies & {
  readonly providers: StyleProviders;
  readonly temporaryTtlSeconds: number;
};

/** POST /style_me: makes advice with pictures, or reuses the result of an earlier delivery. */
export const styleMe =
  (deps: StyleDependencies): Perform =>
  async (request, delivery) => {
    const stored = await storedResult(deps.store, request, delivery);
    const done = stored ?? (await makeOutfits(deps, request, delivery));
    return { ...done, images: await storedImages(deps.store, request), hasCheckpoints: true };
  };

const ADVISED = 0.2;

async function makeOutfits(deps: StyleDependencies, request: Accepted, delivery: Delivery): Promise<StoredResult> {
  const { selfie, selfieField, outfits, approximations } = await planOutfits(deps, request, delivery);
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
    const advice: StyleMeResult = { outfits: await Promise.all(made) };
    const bytes = Buffer.from(JSON.stringify(advice));
    return await storeResult(deps.store, request, 'application/json', bytes, approximations);
  } catch (error) {
    throw renamingField(error, { selfie_base64: selfieField });
  }
}

/**
 * Makes an outfit's picture, unless an earlier delivery did. @returns false if it could not be made: the answer is
 * valid without it (spec, "POST /style_me")
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
    await storePicture(deps, image_id, deps.temporaryTtlSeconds, await make());
    return true;
  } catch (error) {
    const { code, parameters } = toServiceError(error);
    if (cancellationOf(delivery.signal)) throw error;
    const isRetryable = code === 'unavailable' && !delivery.lastAttempt;
    // These depend on the outfit, and show in its own picture.
    const isAboutOne = code === 'clothes_not_separable' || code === 'pose_not_supported';
    const isAboutAll = parameters.field === 'selfie_base64' && !isAboutOne;
    if (isRetryable || isAboutAll) throw error;
    deps.log.warn({ err: error, image_id }, 'image generation failed; returning outfit without image');
    return false;
  }
}

const outfits = z.array(outfitAdvice.extend({ clothing: z.string() }));
/** Earlier versions stored the outfits alone. */
const plan = z.union([
  z.object({ outfits, approximations: z.array(z.string()) }),
  outfits.transform((outfits) => ({ outfits, approximations: [] })),
]);

/** Stores the plan before any picture is made, for redeliveries: a model would not give the same advice twice. */
async function planOutfits({ store, providers }: StyleDependencies, request: Accepted, delivery: Delivery) {
  const work = workOf(request, 'advice', delivery);
  const name = `${work.checkpointPrefix}plan.json`;
  const { fields, picture } = await claimInput(store, request, styleMeInput);
  const { selfie_field: selfieField, ...wishes } = fields;
  const selfie = picture('selfie_base64');
  const kept = isRedelivery(delivery) ? await store.get(name) : null;
  if (kept) return { selfie, selfieField, ...plan.parse(JSON.parse(Buffer.from(kept.bytes).toString())) };
  work.progress('advising', 0.02);
  const { made: advice } = await providers
    .call('advise', request, work, (provider, work) => provider.advise(selfie, wishes, work))
    .catch((error) => {
      throw renamingField(error, { selfie_base64: selfieField });
    });
  await store.put(name, Buffer.from(JSON.stringify(advice)), 'application/json');
  return { selfie, selfieField, ...advice };
}
