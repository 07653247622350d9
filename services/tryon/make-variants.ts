import { crc32 } from 'node:zlib';
import { type Delivery, makePicture, type PictureFacts, sharesOf, workOf } from '@styling/capability';
import type { RequestAccepted } from '@styling/contracts';
import { cancellationOf, renamingField } from '@styling/service';
import type { TryOnDependencies } from './dependencies.ts';
import { dress } from './dress.ts';
import { type MadePictures, madeOf, type Tried } from './made-of.ts';
import { readTryOnOrder } from './read-order.ts';

/**
 * Makes the pictures of a try-on that are not `stored`, one for each reserved id, each with a seed of its own if the client
 * asked for a seed or variants.
 *
 * @throws what {@link madeOf} does; the cancellation of a request that was cancelled meanwhile
 */
export async function makeVariants(
  deps: TryOnDependencies,
  request: RequestAccepted['data'],
  delivery: Delivery,
  stored: readonly (PictureFacts | null)[],
): Promise<MadePictures> {
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
    const make = async () => {
      const { made, by } = await dress(providers, request, { ...order, ...mine }, work);
      return { made: isSeeded ? { ...made, seed: made.seed ?? null } : made, by };
    };
    try {
      return { facts: await makePicture(deps, image_id, persistent ? null : temporaryTtlSeconds, make) };
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
