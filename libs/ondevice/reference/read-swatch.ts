import type { Swatch } from '../garment/cloth.ts';
import { boxBlur, fillByBlur, gaussianBlur } from '../pixels/box-blur.ts';
import { beyondShade, fromLinear, luminanceOf, oklabPlanes, type Triple } from '../pixels/colour.ts';
import { clusterColours } from '../pixels/colour-clusters.ts';
import { largestRectangle } from '../pixels/largest-rectangle.ts';
import { bilinear, type Plane, type Rgb, rgbBytes, type Size } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { clamp } from '../pixels/scalar.ts';
import { mean } from '../pixels/statistics.ts';

/** A picture of cloth: linear light 0..1 over `size`, and 1 where the garment is seen. */
export type SeenCloth = { rgb: Rgb; size: Size; cloth: Plane };

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
/** The least strength of a pattern, as the share of other colours, weighed by how much they stand out: all over, and of one print on plain cloth. */
const leastPattern = 0.12;
const leastPrint = 0.025;
/** Light that changes over less than this many shoulder widths is pattern. */
const lightReach = 0.3;

/**
 * Takes a swatch from a garment, with the photograph's light evened out: `all` of a stretch, where the rest is filled in from around, or the
 * `largest` rectangle in it that shows nothing else. A plain cloth is left to its colour: its folds would be painted as a pattern.
 *
 * @returns undefined if too little is seen, or it is plain
 */
export function readSwatch(seen: SeenCloth, lie: Lie, stretch: Stretch, part: 'all' | 'largest'): Swatch | undefined {
  const scale = Math.min(finest, Math.hypot(...lie.down));
  const width = Math.round((stretch.right - stretch.left) * scale);
  const whole = { width, height: Math.round((stretch.bottom - stretch.top) * scale) };
  const place = placeIn(seen.size, lie, scale);
  const known = cut(whole, (x, y) => {
    const at = place(stretch.left * scale + x, stretch.top * scale + y);
    return at && seen.cloth[Math.round(at[1]) * seen.size.width + Math.round(at[0])]! > 0.5 ? 1 : 0;
  });
  const dense = boxBlur(known, whole, Math.max(1, Math.round(speck * scale))).map((value) => (value > 0.75 ? 1 : 0));
  const box =
    part === 'all' ? { left: 0, top: 0, right: whole.width, bottom: whole.height } : largestRectangle(dense, whole);
  const size = { width: box.right - box.left, height: box.bottom - box.top };
  if (Math.min(size.width, size.height) < leastSide * scale) return undefined;
  if (size.width * size.height < Math.max(leastArea * scale ** 2, leastPixels)) return undefined;
  const [left, top] = [stretch.left + box.left / scale, stretch.top + box.top / scale];
  const colours = seen.rgb.map((plane) =>
    cut(size, (x, y) => {
      const at = place(left * scale + x, top * scale + y);
      return at ? bilinear(plane, seen.size, at[0], at[1]) : 0;
    }),
  ) as unknown as Rgb;
  const cloth = cut(size, (x, y) => known[(box.top + y) * whole.width + box.left + x]!);
  const even = inEvenLight(colours, cloth, size, scale);
  if (printOf(even) < (part === 'all' ? leastPrint : leastPattern)) return undefined;
  return { size, rgb: even, scale, left, top };
}

/** A plane of values by column and row. */
const cut = (size: Size, value: (x: number, y: number) => number): Plane =>
  new Float32Array(size.width * size.height).map((_, i) => value(i % size.width, Math.floor(i / size.width)));

/** Finds a place of the cloth in its picture, `scale` pixels of the swatch a shoulder width; undefined outside. */
const placeIn =
  ({ width, height }: Size, { origin, right, down }: Lie, scale: number) =>
  (x: number, y: number) => {
    const [across, along] = [x / scale, y / scale];
    const at: Point = [
      origin[0] + right[0] * across + down[0] * along,
      origin[1] + right[1] * across + down[1] * along,
    ];
    return at[0] >= 0 && at[1] >= 0 && at[0] < width - 1 && at[1] < height - 1 ? at : undefined;
  };

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

/** Colours without what changes slowly of their light; what is not cloth is filled in from around. */
function inEvenLight(colours: Rgb, seen: Plane, size: Size, scale: number): Rgb {
  const fill = (plane: Plane) => {
    const around = fillByBlur(plane, seen, size, [2, 6, 20, scale / 2]);
    return plane.map((value, i) => (seen[i]! > 0.5 ? value : around[i]!));
  };
  const whole = [fill(colours[0]), fill(colours[1]), fill(colours[2])] as const;
  const light = whole[0].map((_, i) => luminanceOf([whole[0][i]!, whole[1][i]!, whole[2][i]!]));
  const weights = gaussianBlur(new Float32Array(light.length).fill(1), size, lightReach * scale);
  const slow = gaussianBlur(light, size, lightReach * scale).map((value, i) => value / weights[i]!);
  const usual = mean(light);
  const even = (plane: Plane) =>
    plane.map((value, i) => clamp(value * clamp(usual / (slow[i]! + 1e-4), 0.6, 1.7), 0, 1));
  return [even(whole[0]), even(whole[1]), even(whole[2])];
}
