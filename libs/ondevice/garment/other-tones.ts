import type { Triple } from '../pixels/colour.ts';
import { latticeNoise } from '../pixels/noise.ts';
import type { Rgb } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
import type { Layer } from './layer.ts';

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
    const swatch = layer.swatch && { ...layer.swatch, rgb: dimmed(layer.swatch.rgb, bright) };
    return { ...layer, colour: toned(layer.colour), second: toned(layer.second), ...(swatch && { swatch }) };
  });

const tone = (value: number, bright: number, warm: number): number =>
  Math.round(clamp(value * bright + warm * Math.min(1, (value + 40) / 128), 0, 255));

const dimmed = ([r, g, b]: Rgb, by: number): Rgb => {
  const scaled = (plane: typeof r) => plane.map((value) => Math.min(1, value * by));
  return [scaled(r), scaled(g), scaled(b)];
};
