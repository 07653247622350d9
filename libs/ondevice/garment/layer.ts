import { linearBytes, type Triple } from '../pixels/colour.ts';
import { clothColours } from './colour-names.ts';
import { surfaces } from './materials.ts';
import type { Cloth } from './paint-cloth.ts';
import type { Pattern } from './patterns.ts';
import type { Swatch } from './swatch.ts';
import type { WantedGarment } from './wanted-garment.ts';

/** A fully specified garment; both colours as sRGB bytes. */
export type Layer = Omit<WantedGarment, 'colour' | 'usualColour' | 'secondColour' | 'pattern'> & {
  colour: Triple;
  second: Triple;
  pattern: Pattern;
  /** A piece of its cloth, as a reference shows it. */
  swatch?: Swatch;
};

/** What a layer is made of. */
export const clothOf = ({ kind, colour, second, pattern, material, swatch }: Layer): Cloth => ({
  kind,
  colour: linearBytes(colour),
  second: linearBytes(second),
  pattern,
  surface: surfaces[material],
  swatch,
});

const order = { bottom: 0, dress: 1, top: 1, outer: 2 } as const;

/**
 * The layers from the inside out. An open jacket needs something underneath: a plain light or dark t-shirt, whichever stands
 * out.
 */
export function fromInsideOut(layers: readonly Layer[]): Layer[] {
  const jacket = layers.find(({ kind }) => kind === 'outer');
  const lined = [...layers];
  if (jacket && !layers.some(({ kind }) => kind === 'top' || kind === 'dress')) {
    const dark = jacket.colour[0] + jacket.colour[1] + jacket.colour[2] < 330;
    const colour = clothColours[dark ? 'white' : 'charcoal'];
    const underneath = { kind: 'top', name: 't-shirt', neck: 'crew', sleeve: 2, material: 'cotton' } as const;
    lined.push({ ...underneath, colour, second: colour, pattern: 'solid' });
  }
  return lined.sort((a, b) => order[a.kind] - order[b.kind]);
}
