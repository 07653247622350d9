import { linearToOklab, luminanceOf, type OklabPlanes, type Triple } from '../pixels/colour.ts';
import { bilinear, type Rgb, type Size } from '../pixels/plane.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { quantile } from '../pixels/statistics.ts';
import type { GarmentKind, Material } from './garments.ts';
import type { Pattern } from './patterns.ts';

/**
 * What a garment looks like: two colours in linear light 0..1, the pattern they make, the surface. A reference's own colours are
 * on its `swatch`.
 */
export type Cloth = {
  kind: GarmentKind;
  colour: Triple;
  second: Triple;
  pattern: Pattern;
  surface: Surface;
  swatch?: Swatch | undefined;
};

/**
 * How a material takes the light, by eye: `contrast` scales the folds, `grain` is the spread of fine brightness noise, `gloss` 0..1 adds
 * highlights, `rib` and `twill` are the depth of a knit's ribs and of a weave's diagonal.
 */
export type Surface = { contrast: number; grain: number; gloss?: number; rib?: number; twill?: number };

export const surfaces: Readonly<Record<Material, Surface>> = {
  cotton: { contrast: 1, grain: 0.018 },
  wool: { contrast: 0.9, grain: 0.04 },
  knit: { contrast: 0.9, grain: 0.035, rib: 0.055 },
  leather: { contrast: 1.25, grain: 0.015, gloss: 0.35 },
  denim: { contrast: 1, grain: 0.04, twill: 0.05 },
  silk: { contrast: 1.2, grain: 0.006, gloss: 0.14 },
  velvet: { contrast: 1.3, grain: 0.02, gloss: 0.08 },
  linen: { contrast: 1, grain: 0.045 },
  suede: { contrast: 0.9, grain: 0.035 },
};

/**
 * A rectangle of cloth in even light: linear light 0..1 over `size`, `scale` pixels a shoulder width. `left` and `top` are where
 * it lies on the cloth, in shoulder widths from the spine and below the shoulder line.
 */
export type Swatch = { size: Size; rgb: Rgb; scale: number; left: number; top: number };

/** How much of a swatch, from its top, is repeated above it, in shoulder widths. */
const above = 0.12;

/**
 * The cloth's colour `x` across and `y` down, in shoulder widths. Beyond its sides the cloth goes on as its outer halves do, to
 * and fro, so that a print in the middle of the chest is not repeated; above it as the first of it does, and below it as in a mirror.
 */
export function onSwatch({ size, rgb, scale, left, top }: Swatch, x: number, y: number): Triple {
  const [width, height] = [size.width - 2, size.height - 2];
  const across = sideways((x - left) * scale, width);
  const atX = clamp(across, 0, width - 1e-3);
  const down = (y - top) * scale;
  const atY = clamp(
    down < 0 ? toAndFro(-down, Math.min(height, above * scale)) : toAndFro(down, height),
    0,
    height - 1e-3,
  );
  return [bilinear(rgb[0], size, atX, atY), bilinear(rgb[1], size, atX, atY), bilinear(rgb[2], size, atX, atY)];
}

function sideways(at: number, width: number): number {
  if (at < 0) return toAndFro(-at, width / 2);
  return at > width ? width - toAndFro(at - width, width / 2) : at;
}

/** A way of `length` there and back again. */
const toAndFro = (at: number, length: number): number => {
  const there = ((at % (2 * length)) + 2 * length) % (2 * length);
  return there > length ? 2 * length - there : there;
};

/** The most colourful share of a photograph, how much more colourful cloth in it may be, and how far what is above that is taken down. */
const colourful = 0.97;
const beyond = 1.3;
const taken = 0.3;
/** OKLab chroma that any photograph may have: one in black and white would leave nothing of a colour that was asked for. */
const leastChroma = 0.04;

/** The OKLab chroma that a photograph's most colourful parts have. */
export function chromaOf({ a, b }: Pick<OklabPlanes, 'a' | 'b'>): number {
  const chroma = new Float32Array(Math.ceil(a.length / 11));
  for (let j = 0; j < chroma.length; j++) chroma[j] = Math.hypot(a[j * 11]!, b[j * 11]!);
  return Math.max(leastChroma, quantile(chroma, colourful));
}

/** A cloth for a photograph of this {@link chromaOf}: what is much purer than all else in it looks pasted in. Its luminance and hue stay. */
export function muted(cloth: Cloth, chroma: number): Cloth {
  const one = (colour: Triple): Triple => {
    const [, a, b] = linearToOklab(...colour);
    const own = Math.hypot(a, b);
    if (own <= beyond * chroma) return colour;
    const keep = mix(1, (beyond * chroma) / own, taken);
    const light = luminanceOf(colour);
    return [mix(light, colour[0], keep), mix(light, colour[1], keep), mix(light, colour[2], keep)];
  };
  return { ...cloth, colour: one(cloth.colour), second: one(cloth.second) };
}
