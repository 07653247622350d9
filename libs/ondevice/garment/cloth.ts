import type { Triple } from '../pixels/colour.ts';
import { bilinear, type Rgb, type Size } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';
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
 * `contrast` scales the folds, `gloss` 0..1 adds highlights, `grain` is the spread of fine brightness noise, `rib` and `twill` the depth of a knit's ribs and of a weave's diagonal.
 */
export type Surface = {
  contrast: number;
  gloss: number;
  grain: number;
  rib: number;
  twill: number;
};

const surface = (contrast: number, grain: number, rest: Partial<Surface> = {}): Surface => ({
  contrast,
  grain,
  gloss: 0,
  rib: 0,
  twill: 0,
  ...rest,
});

/** Light parameters of each material, tuned by eye. */
export const surfaces: Readonly<Record<Material, Surface>> = {
  cotton: surface(1, 0.018),
  wool: surface(0.9, 0.04),
  knit: surface(0.9, 0.035, { rib: 0.055 }),
  leather: surface(1.25, 0.015, { gloss: 0.35 }),
  denim: surface(1, 0.04, { twill: 0.05 }),
  silk: surface(1.2, 0.006, { gloss: 0.14 }),
  velvet: surface(1.3, 0.02, { gloss: 0.08 }),
  linen: surface(1, 0.045),
  suede: surface(0.9, 0.035),
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
