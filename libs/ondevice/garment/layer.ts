import { linearBytes, type Triple } from '../pixels/colour.ts';
import { latticeNoise } from '../pixels/noise.ts';
import type { Plane, Rgb } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import { type Cloth, type Swatch, surfaces } from './cloth.ts';
import { clothColours } from './colour-names.ts';
import type { WantedGarment } from './garments.ts';
import type { Pattern } from './patterns.ts';

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

/** What shows of the legs below a skirt that is drawn over trousers. */
export const tights: Layer = {
  kind: 'bottom',
  name: 'leggings',
  neck: 'crew',
  sleeve: 0,
  material: 'cotton',
  lower: { cut: 'slim trousers', length: 2 },
  colour: [28, 28, 32],
  second: [28, 28, 32],
  pattern: 'solid',
};

/** How far a tone may be from what was ordered: brightness, and warmth in sRGB bytes. */
const brightness = 0.28;
const warmth = 26;

/** `layers` in tones that depend on `seed` alone: the colours stay what they are called, as another dye lot would. */
export const inOtherTones = (layers: readonly Layer[], seed: number): Layer[] =>
  layers.map((layer, index) => {
    const bright = 1 + brightness * (latticeNoise(seed, 2 * index) - 0.5);
    const warm = warmth * (latticeNoise(seed, 2 * index + 1) - 0.5);
    const toned = ([r, g, b]: Triple): Triple => [tone(r, bright, warm), tone(g, bright, 0), tone(b, bright, -warm)];
    // A swatch is the cloth itself: its light changes, its hue does not.
    const dimmed = (plane: Plane) => plane.map((value) => Math.min(1, value * bright));
    const swatch = layer.swatch && { ...layer.swatch, rgb: layer.swatch.rgb.map(dimmed) as unknown as Rgb };
    return { ...layer, colour: toned(layer.colour), second: toned(layer.second), ...(swatch && { swatch }) };
  });

const tone = (value: number, bright: number, warm: number): number =>
  Math.round(clamp(value * bright + warm * Math.min(1, (value + 40) / 128), 0, 255));
