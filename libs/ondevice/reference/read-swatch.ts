import type { Swatch } from '../garment/swatch.ts';
import { fillByBlur, gaussianBlur } from '../pixels/box-blur.ts';
import { luminanceOf } from '../pixels/colour.ts';
import { bilinear, type Plane, type Rgb, type Size } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { clamp } from '../pixels/scalar.ts';

/** Where a garment lies in its picture: the middle of its shoulder line, and a shoulder width across and down, in pixels. */
export type Lie = { origin: Point; right: Point; down: Point };

/** A rectangle of cloth in shoulder widths. */
export type Stretch = { left: number; right: number; top: number; bottom: number };

/** Pixels of a shoulder width at most: what is finer is not seen. */
const finest = 240;
/** Every row and column at the edge of a swatch is known to this share, and it has at least this many pixels a side. */
const leastKnown = 0.97;
const leastSide = 24;
/** Light that changes over less than this many shoulder widths is pattern. */
const lightReach = 0.3;

/**
 * Takes a swatch from a garment: the largest part of `stretch`, as its poorer edges are cut off, that shows nothing else, with
 * the photograph's light evened out.
 *
 * @param rgb linear light 0..1
 * @param cloth 1 where the garment is seen
 * @returns undefined if too little is seen
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
  const box = trimmed(known, whole);
  if (!box) return undefined;
  const part = { width: box.right - box.left, height: box.bottom - box.top };
  const cut = (plane: Plane) =>
    new Float32Array(part.width * part.height).map((_, i) => {
      const at = placeOf(box.left + (i % part.width), box.top + Math.floor(i / part.width));
      return at ? bilinear(plane, size, at) : 0;
    });
  const colours = [cut(rgb[0]), cut(rgb[1]), cut(rgb[2])] as const;
  return {
    size: part,
    rgb: inEvenLight(colours, crop(known, whole, box), part, scale),
    scale,
    left: stretch.left + box.left / scale,
    top: stretch.top + box.top / scale,
  };
}

type Box = { left: number; right: number; top: number; bottom: number };

/** Cuts off the edge of which the least is known, until enough is known of all four. */
function trimmed(known: Plane, { width, height }: Size): Box | undefined {
  const box = { left: 0, right: width, top: 0, bottom: height };
  const share = (from: number, step: number, count: number) => {
    let sum = 0;
    for (let k = 0, i = from; k < count; k++, i += step) sum += known[i]!;
    return sum / count;
  };
  for (;;) {
    const [across, down] = [box.right - box.left, box.bottom - box.top];
    if (across < leastSide || down < leastSide) return undefined;
    const edges = [
      ['left', share(box.top * width + box.left, width, down), 1],
      ['right', share(box.top * width + box.right - 1, width, down), -1],
      ['top', share(box.top * width + box.left, 1, across), 1],
      ['bottom', share((box.bottom - 1) * width + box.left, 1, across), -1],
    ] as const;
    const [poorest] = edges.toSorted((p, q) => p[1] - q[1]);
    if (poorest![1] >= leastKnown) return box;
    box[poorest![0]] += poorest![2];
  }
}

const crop = (plane: Plane, { width }: Size, { left, right, top, bottom }: Box): Plane =>
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
