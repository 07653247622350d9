import { type Picture, partsOf, type Work } from '@styling/capability';
import type { Abilities } from '@styling/contracts';
import { passesOf } from './passes.ts';
import type { TryOnOrder, TryOnProvider } from './provider.ts';

/**
 * Makes a picture by as many orders as the provider needs: each dresses the person of the one before in further garments. The
 * first one chooses the scene, the others keep it. Each has checkpoint state of its own, so that a redelivery resumes where
 * the work was.
 */
export async function dressInPasses(
  provider: Pick<TryOnProvider, 'tryOn'> & { readonly abilities: Pick<Abilities, 'references'> },
  order: TryOnOrder,
  work: Work,
): Promise<Picture> {
  const [first = [], ...others] = passesOf(order.garments, provider.abilities.references);
  const [progress = work.progress, ...reports] = partsOf(work.progress, 1 + others.length, 0, 1);
  let picture = await provider.tryOn({ ...order, garments: first }, { ...work, progress });
  for (const [index, garments] of others.entries()) {
    const before = picture;
    const next = { ...order, selfie: before.image, garments, mode: 'kept' } as const;
    const prefix = `${work.checkpointPrefix}pass-${index + 2}/`;
    picture = await provider.tryOn(next, {
      ...work,
      progress: reports[index] ?? progress,
      checkpointPrefix: prefix,
    });
    picture = { ...picture, approximations: [...new Set([...before.approximations, ...picture.approximations])] };
  }
  return picture;
}
