import type { OrderedGarment } from './provider.ts';

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
