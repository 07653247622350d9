import { crc32 } from 'node:zlib';
import {
  type Accepted,
  type CapabilityDependencies,
  type Delivery,
  imageCreatedEvent,
  isRedelivery,
  type Made,
  type Perform,
  PICTURE_MIME_TYPE,
  type Picture,
  type PictureFacts,
  type PictureSources,
  type StoredResult,
  sharesOf,
  storedFacts,
  storedResult,
  storePicture,
  storeResult,
  type Work,
  workOf,
} from '@styling/capability';
import { type Abilities, unmetNeed } from '@styling/contracts';
import { objectNames } from '@styling/objectstore';
import { cancellationOf, renamingField, ServiceError, toServiceError } from '@styling/service';
import type { OrderedGarment, TryOnOrder, TryOnProvider, TryOnProviders } from './provider.ts';
import { readGenerateOrder, readTryOnOrder } from './read-order.ts';

export type TryOnDependencies = CapabilityDependencies &
  PictureSources & {
    readonly providers: TryOnProviders;
    /** For images that are not stored permanently. */
    readonly temporaryTtlSeconds: number;
  };

/** POST /try_on_outfit: makes the pictures, or reuses those of an earlier delivery. */
export const tryOnOutfit =
  (deps: TryOnDependencies): Perform =>
  async (request, delivery) => {
    const { store, providers } = deps;
    const ids = request.image_ids;
    const stored = await Promise.all(ids.map((id) => (isRedelivery(delivery) ? storedFacts(store, id) : null)));
    const isDone =
      stored.every((facts) => facts !== null) ||
      // The input is deleted when all is done: what is missing could not be made.
      (stored.some((facts) => facts !== null) && (await store.head(request.input)) === null);
    const { facts, cost } = isDone
      ? { facts: stored, cost: stored.filter((found) => found !== null).length }
      : await makeVariants(deps, request, delivery, stored);
    const made = facts.flatMap((found, index) => {
      const image_id = ids[index];
      return found && image_id ? [{ image_id, object: objectNames.image(image_id), facts: found }] : [];
    });
    const [first] = made;
    if (!first) throw new Error('try-on request has no reserved image id');
    const { image_id, object } = first;
    const variants = made.flatMap(({ facts, ...image }) =>
      facts.seed === undefined ? [] : [{ ...image, seed: facts.seed }],
    );
    return {
      result: { object, mime_type: PICTURE_MIME_TYPE, image_id, ...(variants.length > 0 && { variants }) },
      images: made.map(({ image_id, facts }) => imageCreatedEvent(request, image_id, facts)),
      hasCheckpoints: providers.savesCheckpoints,
      cost,
    };
  };

/** POST /generate_image: makes the picture that the gateway returns inline, or reuses that of an earlier delivery. */
export const generateImage =
  (deps: TryOnDependencies): Perform =>
  async (request, delivery) => {
    const stored = await storedResult(deps.store, request, delivery);
    const done = stored ?? (await makeInline(deps, request, delivery));
    return { ...done, images: [], hasCheckpoints: deps.providers.savesCheckpoints };
  };

async function makeInline(deps: TryOnDependencies, request: Accepted, delivery: Delivery): Promise<StoredResult> {
  const { order, selfieField } = await readGenerateOrder(deps, request);
  try {
    const { made } = await dress(deps.providers, request, order, workOf(request, 'result', delivery));
    const image = (await deps.signPicture?.(made.image)) ?? made.image;
    return await storeResult(deps.store, request, PICTURE_MIME_TYPE, image, made.approximations);
  } catch (error) {
    throw renamingField(error, { selfie_base64: selfieField });
  }
}

type Stored = readonly (PictureFacts | null)[];
type Tried = { readonly facts: PictureFacts | null; readonly error?: unknown };

/** Makes the pictures not `stored`, one per id, seeded if asked for. @throws as {@link madeOf}; a cancellation */
async function makeVariants(deps: TryOnDependencies, request: Accepted, delivery: Delivery, stored: Stored) {
  const { providers, temporaryTtlSeconds, log } = deps;
  const { order, selfieField, persistent, seed, variants } = await readTryOnOrder(deps, request);
  const [first = ''] = request.image_ids;
  const isSeeded = seed !== null || variants !== null;
  // The same in a redelivery.
  const firstSeed = seed ?? crc32(first);
  const { progress = () => {} } = delivery;
  const reports = sharesOf(progress, stored.length, 0, 1);
  const tried = stored.map(async (facts, index): Promise<Tried> => {
    const image_id = request.image_ids[index];
    if (facts || image_id === undefined) return { facts };
    const work = workOf(request, image_id, { ...delivery, progress: reports[index] ?? progress });
    const mine = isSeeded ? { seed: (firstSeed + index) >>> 0 } : {};
    try {
      const { made, by } = await dress(providers, request, { ...order, ...mine }, work);
      const picture = { made: isSeeded ? { ...made, seed: made.seed ?? null } : made, by };
      return { facts: await storePicture(deps, image_id, persistent ? null : temporaryTtlSeconds, picture) };
    } catch (error) {
      if (stored.length > 1) log.warn({ err: error, image_id }, 'making one of several pictures failed');
      return { facts: null, error: renamingField(error, { selfie_base64: selfieField }) };
    }
  });
  const results = await Promise.all(tried);
  const cancellation = cancellationOf(delivery.signal);
  if (cancellation) throw cancellation;
  return madeOf(results, delivery.lastAttempt);
}

/**
 * One success suffices, with null for what could not be made; the cost of the day includes what a paid model refused.
 * @throws any `unavailable`, for a retry, unless on the last attempt; without success a refusal, else the first error
 */
function madeOf(tried: readonly Tried[], lastAttempt: boolean) {
  const errors = tried.flatMap(({ error }) => (error === undefined ? [] : [error]));
  const withCode = (code: string) => errors.filter((error) => toServiceError(error).code === code);
  const [unavailable] = withCode('unavailable');
  if (unavailable !== undefined && !lastAttempt) throw unavailable;
  const refused = withCode('content_refused');
  const made = tried.filter(({ facts }) => facts).length;
  if (made === 0) throw refused[0] ?? errors[0] ?? new Error('no picture was asked for');
  return { facts: tried.map(({ facts }) => facts), cost: made + refused.length };
}

/** @throws `garment_not_dressed`, `picture_needed`, `description_needed` if no provider can; the provider's errors */
function dress(providers: TryOnProviders, request: Accepted, order: TryOnOrder, work: Work): Promise<Made<Picture>> {
  const needs = order.garments.map(({ reference, ...garment }) => ({ ...garment, hasPicture: Boolean(reference) }));
  const all = providers.all.map(({ abilities }) => abilities);
  const refused = unmetNeed(needs, all);
  if (refused) throw new ServiceError(refused.code, refused.parameters);
  return providers.call(
    'generate',
    request,
    work,
    (provider, work) => dressInPasses(provider, order, work),
    ({ abilities }) => unmetNeed(needs, [abilities]) === undefined,
  );
}

/**
 * Makes a picture in as many orders as the provider needs, each dressing the result before it; the first chooses the
 * scene. Each has checkpoint state for redeliveries. A provider without `references` gets descriptions only.
 */
export async function dressInPasses(
  provider: Pick<TryOnProvider, 'tryOn'> & { readonly abilities: Pick<Abilities, 'references'> },
  order: TryOnOrder,
  work: Work,
): Promise<Picture> {
  const { references } = provider.abilities;
  const garments = references > 0 ? order.garments : order.garments.map(({ reference: _, ...garment }) => garment);
  const [first = [], ...others] = passesOf(garments, references);
  const [progress = work.progress, ...reports] = sharesOf(work.progress, 1 + others.length, 0, 1);
  let picture = await provider.tryOn({ ...order, garments: first }, { ...work, progress });
  for (const [index, further] of others.entries()) {
    const before = picture;
    const next = { ...order, selfie: before.image, garments: further, scene: 'kept' } as const;
    const checkpointPrefix = `${work.checkpointPrefix}pass-${index + 2}/`;
    picture = await provider.tryOn(next, { ...work, progress: reports[index] ?? progress, checkpointPrefix });
    picture = { ...picture, approximations: [...new Set([...before.approximations, ...picture.approximations])] };
  }
  const isIgnored = references === 0 && order.garments.some(({ reference }) => reference);
  return isIgnored ? { ...picture, approximations: [...picture.approximations, 'reference_ignored'] } : picture;
}

/** From what is worn underneath to what is put on last: a jacket goes over trousers that are already there. */
const WORN = ['bottom', 'dress', 'top', 'auto', 'outerwear', 'shoes', 'hat', 'bag', 'accessory'] as const;

/** Garments per pass, with at most `references` pictures, in wearing order; in the client's if one pass is enough. */
export function passesOf(garments: readonly OrderedGarment[], references: number): OrderedGarment[][] {
  const pictures = (worn: readonly OrderedGarment[]) => worn.filter(({ reference }) => reference).length;
  if (pictures(garments) <= references) return [[...garments]];
  const passes: OrderedGarment[][] = [[]];
  for (const garment of garments.toSorted((a, b) => WORN.indexOf(a.category) - WORN.indexOf(b.category))) {
    const pass = passes.at(-1) ?? [];
    if (pictures([...pass, garment]) <= references) pass.push(garment);
    else passes.push([garment]);
  }
  return passes.filter(({ length }) => length > 0);
}
