import type { Triple } from '../pixels/colour.ts';
import { bilinear, type Rgb, type Size } from '../pixels/plane.ts';
import { clamp } from '../pixels/scalar.ts';

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
