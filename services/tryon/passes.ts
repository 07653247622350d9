import { type Picture, sharesOf, type Work } from '@styling/capability';
import type { Abilities } from '@styling/contracts';
import type { OrderedGarment, TryOnOrder, TryOnProvider } from './provider.ts';

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
