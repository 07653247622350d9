import { type Picture, sharesOf, type Work } from '@styling/capability';
import type { Abilities } from '@styling/contracts';
import type { OrderedGarment, TryOnOrder, TryOnProvider } from './provider.ts';

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
    const checkpointPrefix = `${work.checkpointPrefix}pass-${index + 2}/`;
    picture = await provider.tryOn(next, { ...work, progress: reports[index] ?? progress, checkpointPrefix });
    picture = { ...picture, approximations: [...new Set([...before.approximations, ...picture.approximations])] };
  }
  const isIgnored = references === 0 && order.garments.some(({ reference }) => reference);
  return isIgnored ? { ...picture, approximations: [...picture.approximations, 'reference_ignored'] } : picture;
}

/** From what is worn underneath to what is put on last: a jacket goes over trousers that are already there. */
const WORN = ['bottom', 'dress', 'top', 'auto', 'outerwear', 'shoes', 'hat', 'bag', 'accessory'] as const;

/**
 * The garments of each pass of a provider that takes `references` pictures at once, in the order in which they are put on.
 * Without more pictures than that there is one pass, in the client's order.
 */
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
