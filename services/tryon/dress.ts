import type { Made, Picture, Work } from '@styling/capability';
import { type Abilities, type RequestAccepted, unmetNeed } from '@styling/contracts';
import { ServiceError } from '@styling/service';
import { dressInPasses } from './dress-in-passes.ts';
import type { TryOnOrder, TryOnProviders } from './provider.ts';

/**
 * Has a provider that can do the order make its picture.
 *
 * @throws ServiceError `garment_not_dressed`, `picture_needed`, `description_needed` if none can; what the provider throws
 */
export async function dress(
  providers: TryOnProviders,
  request: RequestAccepted['data'],
  order: TryOnOrder,
  work: Work,
): Promise<Made<Picture>> {
  const needs = order.garments.map(({ reference, ...garment }) => ({
    ...garment,
    hasPicture: reference !== undefined,
  }));
  const unmet = (of: readonly { readonly abilities: Abilities }[]) =>
    unmetNeed(
      needs,
      of.map(({ abilities }) => abilities),
    );
  const refused = unmet(providers.all);
  if (refused) throw new ServiceError(refused.code, refused.parameters);
  return providers.call(
    'generate',
    request,
    work,
    (provider, work) => dressInPasses(provider, order, work),
    (provider) => unmet([provider]) === undefined,
  );
}
