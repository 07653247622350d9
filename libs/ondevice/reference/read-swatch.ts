import type { Swatch } from '../garment/swatch.ts';
import { beyondShade } from '../pixels/beyond-shade.ts';
import { boxBlur, fillByBlur, gaussianBlur } from '../pixels/box-blur.ts';
import { fromLinear, luminanceOf, oklabPlanes, type Triple } from '../pixels/colour.ts';
import { clusterColours } from '../pixels/colour-clusters.ts';
import { largestRectangle, type PixelBox } from '../pixels/largest-rectangle.ts';
import { bilinear, type Plane, type Rgb, rgbBytes, type Size } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { clamp } from '../pixels/scalar.ts';

/** Where a garment lies in its picture: the middle of its shoulder line, and a shoulder width across and down, in pixels. */
export type Lie = { origin: Point; right: Point; down: Point };

/** A rectangle of cloth in shoulder widths. */
export type Stretch = { left: number; right: number; top: number; bottom: number };

/** Pixels of a shoulder width at most: what is finer is not seen. */
const finest = 240;
/** A swatch has at least this side and area, in shoulder widths, and so many pixels: a seam or an arm's edge is no pattern. */
const leastSide = 0.14;
const leastArea = 0.04;
const leastPixels = 1800;
/** Smaller specks that are not cloth are filled in, in shoulder widths. */
const speck = 0.02;
/** How strong the pattern of a swatch that is worth using is: the share of other colours, weighed by how much they stand out. */
const leastPrint = 0.12;
/** Light that changes over less than this many shoulder widths is pattern. */
const lightReach = 0.3;

/**
 * Takes a swatch from a garment: the largest part of `stretch` that shows nothing else, with
 * the photograph's light evened out. A plain cloth is left to its colour: its folds would be painted as a pattern.
 *
 * @param rgb linear light 0..1
 * @param cloth 1 where the garment is seen
 * @returns undefined if too little is seen, or it is plain
 */
export function readSwatch(rgb: Rgb, size: Size, cloth: Plane, lie: Lie, stretch: Stretch): Swatch | undefined {
  const scale = Math.min(finest, Math.hypot(...lie.down));
  const whole = {
    width: Math.round((stretch.right - stretch.left) * scale),
    height: Math.round((stretch.bottom - stretch.top) * scale),
  };
  const placeOf = (column: number, row: number): Point | undefined => {
    const [x, y] = [stretch.left + column / scale, stretch.top + row / scale];
    const at: Point = [
      lie.origin[0] + lie.right[0] * x + lie.down[0] * y,
      lie.origin[1] + lie.right[1] * x + lie.down[1] * y,
    ];
    const inside = at[0] >= 0 && at[1] >= 0 && at[0] < size.width - 1 && at[1] < size.height - 1;
    return inside ? at : undefined;
  };
  const known = new Float32Array(whole.width * whole.height).map((_, i) => {
    const at = placeOf(i % whole.width, Math.floor(i / whole.width));
    return at && cloth[Math.round(at[1]) * size.width + Math.round(at[0])]! > 0.5 ? 1 : 0;
  });
  const dense = boxBlur(known, whole, Math.max(1, Math.round(speck * scale))).map((value) => (value > 0.75 ? 1 : 0));
  const box = largestRectangle(dense, whole);
  const part = { width: box.right - box.left, height: box.bottom - box.top };
  if (Math.min(part.width, part.height) < leastSide * scale) return undefined;
  if (part.width * part.height < Math.max(leastArea * scale ** 2, leastPixels)) return undefined;
  const cut = (plane: Plane) =>
    new Float32Array(part.width * part.height).map((_, i) => {
      const at = placeOf(box.left + (i % part.width), box.top + Math.floor(i / part.width));
      return at ? bilinear(plane, size, at[0], at[1]) : 0;
    });
  const colours = [cut(rgb[0]), cut(rgb[1]), cut(rgb[2])] as const;
  const even = inEvenLight(colours, crop(known, whole, box), part, scale);
  if (printOf(even) < leastPrint) return undefined;
  const [left, top] = [stretch.left + box.left / scale, stretch.top + box.top / scale];
  return { size: part, rgb: even, scale, left, top };
}

/** How far its colours are apart that are not the main one in other light, weighed by their shares. */
function printOf([r, g, b]: Rgb): number {
  const encoded = [r.map(fromLinear), g.map(fromLinear), b.map(fromLinear)] as const;
  const { clusters } = clusterColours(oklabPlanes(rgbBytes(encoded)), [...r.keys()]);
  const apart = (oklab: Triple) => {
    const { lightness, hue } = beyondShade(oklab, clusters[0]!.oklab);
    return Math.hypot(0.7 * lightness, 2 * hue);
  };
  return clusters.reduce((sum, { oklab, share }) => sum + share * clamp(apart(oklab) / 0.2, 0, 1), 0);
}

const crop = (plane: Plane, { width }: Size, { left, right, top, bottom }: PixelBox): Plane =>
  new Float32Array((right - left) * (bottom - top)).map(
    (_, i) => plane[(top + Math.floor(i / (right - left))) * width + left + (i % (right - left))]!,
  );

/** Colours without what changes slowly of their light; specks that are not cloth are filled from around them. */
function inEvenLight(colours: Rgb, seen: Plane, size: Size, scale: number): Rgb {
  const fill = (plane: Plane) => {
    const around = fillByBlur(plane, seen, size, [2, 6, 20]);
    return plane.map((value, i) => (seen[i]! > 0.5 ? value : around[i]!));
  };
  const whole = [fill(colours[0]), fill(colours[1]), fill(colours[2])] as const;
  const light = whole[0].map((_, i) => luminanceOf([whole[0][i]!, whole[1][i]!, whole[2][i]!]));
  const weights = gaussianBlur(new Float32Array(light.length).fill(1), size, lightReach * scale);
  const slow = gaussianBlur(light, size, lightReach * scale).map((value, i) => value / weights[i]!);
  const mean = light.reduce((sum, value) => sum + value, 0) / light.length;
  const even = (plane: Plane) =>
    plane.map((value, i) => clamp(value * clamp(mean / (slow[i]! + 1e-4), 0.6, 1.7), 0, 1));
  return [even(whole[0]), even(whole[1]), even(whole[2])];
}
