import type { Tailoring } from '../garment/paint-cloth.ts';
import type { Subject } from '../garment/subject.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import { type Plane, type Rgb, type Size, times } from '../pixels/plane.ts';
import type { Relief } from './folds.ts';

/**
 * The person while it is being dressed: sRGB 0..1 multiplied by `alpha` (Porter and Duff 1984), and where anything was drawn or taken away,
 * 0..1. Changed in place.
 */
export type Canvas = { size: Size; rgb: Rgb; alpha: Plane; changed: Plane };

/**
 * A garment as it is to be painted: where, its details, folds of its own, and where it has sleeves. What lies `before` it throws a shadow on it, what is
 * worn beside it is taken `away`.
 */
export type Piece = { cover: Plane; tailoring?: Tailoring; relief: Relief } & Partial<
  Record<'sleeves' | 'before' | 'away', Plane>
>;

/** The person as photographed, to be drawn on. */
export function canvasOf({ size, foreground: [r, g, b], matte }: Subject): Canvas {
  const rgb: Rgb = [times(r, matte), times(g, matte), times(b, matte)];
  return { size, rgb, alpha: matte.slice(), changed: new Float32Array(matte.length) };
}

/** Lays colours over the canvas where `cover` is (0..1); without colours takes away what is there, as if nobody had been there. */
export function lay({ rgb, alpha, changed }: Canvas, cover: Plane, colours?: Rgb): void {
  for (let i = 0; i < cover.length; i++) {
    const over = cover[i]!;
    if (over <= 0) continue;
    for (let c = 0; c < 3; c++) rgb[c]![i] = rgb[c]![i]! * (1 - over) + (colours ? colours[c]![i]! * over : 0);
    alpha[i] = alpha[i]! * (1 - over) + (colours ? over : 0);
    changed[i] = Math.max(changed[i]!, over);
  }
}

/** Lays the photographed person over what changed where `mask` is (0..1): hair, hands and head lie before the clothes. */
export function restore(canvas: Canvas, { matte }: Subject, mask: Plane, colours: Rgb): void {
  const cover = times(mask, matte);
  for (let i = 0; i < cover.length; i++) if (canvas.changed[i] === 0) cover[i] = 0;
  lay(canvas, cover, colours);
}

/** Darkens what lies up to `reach` pixels below `mask` (0..1), by `most` of its light, only what was drawn if `onCloth`. */
export function castShadow({ rgb, size, changed }: Canvas, mask: Plane, reach: number, most: number, onCloth = false) {
  const shift = Math.round(reach) * size.width;
  const thrown = new Float32Array(mask.length);
  thrown.set(mask.subarray(0, Math.max(0, mask.length - shift)), Math.min(shift, mask.length));
  const soft = gaussianBlur(thrown, size, Math.max(1, reach), thrown);
  for (let i = 0; i < soft.length; i++) {
    const dark = most * soft[i]! * (onCloth ? changed[i]! : 1);
    if (dark > 0.002) for (const plane of rgb) plane[i]! *= 1 - dark;
  }
}

/** The dressed person's colours (sRGB 0..1, meaningful where `matte` > 0) and opacity. */
export function finish({ rgb, alpha }: Canvas): { foreground: Rgb; matte: Plane } {
  for (const plane of rgb)
    for (let i = 0; i < alpha.length; i++) plane[i] = alpha[i]! > 1e-4 ? plane[i]! / alpha[i]! : 0;
  return { foreground: rgb, matte: alpha };
}
