import { type Picture, sharesOf, type Work } from '@styling/capability';
import type { Abilities } from '@styling/contracts';
import { passesOf } from './passes.ts';
import type { TryOnOrder, TryOnProvider } from './provider.ts';

/**
 * Makes a picture by as many orders as the provider needs: each dresses the person of the one before in further garments. The
 * first one chooses the scene, the others keep it. Each has checkpoint state of its own, so that a redelivery resumes where
 * the work was. From a provider that takes no pictures of garments each has its description only.
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
    const prefix = `${work.checkpointPrefix}pass-${index + 2}/`;
    picture = await provider.tryOn(next, {
      ...work,
      progress: reports[index] ?? progress,
      checkpointPrefix: prefix,
    });
    picture = { ...picture, approximations: [...new Set([...before.approximations, ...picture.approximations])] };
  }
  const isIgnored = references === 0 && order.garments.some(({ reference }) => reference);
  return isIgnored ? { ...picture, approximations: [...picture.approximations, 'reference_ignored'] } : picture;
}
