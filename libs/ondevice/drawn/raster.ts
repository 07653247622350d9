import { gaussianBlur } from '../pixels/box-blur.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { grow } from '../pixels/resample.ts';
import { clamp } from '../pixels/scalar.ts';
import { cropped, type Rectangle, rectangle } from '../pixels/window.ts';
import type { Relief } from './folds.ts';
import { farthest, followWorn, type Moved } from './follow-worn.ts';
import type { Measures } from './measures.ts';
import type { Part } from './part.ts';
import { foldsOn } from './raster-folds.ts';
import type { TakenLight } from './taken-from-worn.ts';

/**
 * A rectangle of the picture, which may reach beyond it, and planes over it: opacity 0..1, height in pixels, and how much of that height is
 * folds.
 */
export type Raster = { left: number; top: number; size: Size; alpha: Plane; height: Plane; folds: Plane };

/** Pixels round a part: what is lit needs its neighbours. */
const margin = 3;
const usualRound = 0.037;

/**
 * A part in pixels; undefined when nothing of it is in the picture.
 *
 * @param worn the light that is taken from the photograph: where it shows folds none are drawn
 */
export function rasterise(part: Part, measures: Measures, picture: Size, worn?: TakenLight): Raster | undefined {
  const outline = part.outline.map(measures.toImage);
  const { wornOutline, scale } = measures;
  const follows = wornOutline && part.follows;
  const further = follows ? Math.ceil(farthest(follows) * scale) : 0;
  const box = boxOf(outline, picture, further);
  if (!box) return undefined;
  const covered = fillPolygon(
    outline.map(([x, y]): Point => [x - box.left, y - box.top]),
    box.size,
  );
  const filled = { alpha: covered, frame: box };
  const cutOut = part.inside ? cut(filled, part.inside, measures, margin + further) : filled;
  if (!cutOut) return undefined;
  const { alpha, frame } = cutOut;
  const { left, top, size } = frame;
  const moved = follows ? followWorn(alpha, frame, follows, measures, wornOutline) : unmoved;
  const height = smoothForm(part, measures, frame, moved);
  const folds = foldsOn(alpha, part, measures, frame, (x, y) =>
    worn?.folds === undefined || x < 0 || y < 0 || x >= picture.width || y >= picture.height
      ? 1
      : 1 - worn.share * worn.folds.seen[y * picture.width + x]!,
  );
  for (let i = 0; i < height.length; i++) height[i]! += folds[i]!;
  return { left, top, size, alpha, height, folds };
}

/** What lies far outside of the picture is not drawn: a coat of a portrait is longer than it. */
function boxOf(points: readonly Point[], { width, height }: Size, further: number): Rectangle | undefined {
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const left = Math.max(-margin, Math.floor(Math.min(...xs)) - margin - further);
  const top = Math.max(-margin, Math.floor(Math.min(...ys)) - margin - further);
  const right = Math.min(width + margin, Math.ceil(Math.max(...xs)) + margin + further);
  const bottom = Math.min(height + margin, Math.ceil(Math.max(...ys)) + margin + further);
  const size = { width: right - left, height: bottom - top };
  return size.width > 2 * margin && size.height > 2 * margin ? { left, top, size } : undefined;
}

type Filled = { alpha: Plane; frame: Rectangle };

/** What is left of a part in its own smaller frame, `round` pixels wider: a side of an open garment is half as wide. */
function cut(
  { alpha, frame: { left, top, size } }: Filled,
  inside: Relief,
  { toBody, scale }: Measures,
  round: number,
): Filled | undefined {
  let [first, last] = [size.width, -1];
  for (let i = 0; i < alpha.length; i++) {
    if (alpha[i] === 0) continue;
    const x = i % size.width;
    const onBody = toBody(left + x, top + (i - x) / size.width);
    alpha[i]! *= clamp(inside(onBody[0], onBody[1]) * scale + 0.5, 0, 1);
    if (alpha[i] === 0) continue;
    first = Math.min(first, x);
    last = Math.max(last, x);
  }
  if (last < 0) return undefined;
  const columns = rectangle(first - round, 0, last + 1 + round, size.height, size);
  return { alpha: cropped(alpha, columns), frame: { left: left + columns.left, top, size: columns.size } };
}

const unmoved: Moved = (x, y) => [x, y];

/** The form in pixels of height, computed on a coarser grid as it is smooth anyway. */
function smoothForm(
  { form, round = usualRound }: Part,
  { toBody, scale }: Measures,
  { left, top, size }: Rectangle,
  moved: Moved,
): Plane {
  const step = Math.max(1, Math.floor(scale * 0.014));
  const sigma = Math.max(0.7, (round * scale) / step);
  const pad = Math.ceil(2.5 * sigma);
  const coarse = {
    width: Math.ceil(size.width / step) + 2 * pad,
    height: Math.ceil(size.height / step) + 2 * pad,
  };
  const plane = new Float32Array(coarse.width * coarse.height);
  for (let y = 0, i = 0; y < coarse.height; y++)
    for (let x = 0; x < coarse.width; x++, i++) {
      const place = moved((x - pad + 0.5) * step - 0.5, (y - pad + 0.5) * step - 0.5);
      const onBody = toBody(left + place[0], top + place[1]);
      plane[i] = form(onBody[0], onBody[1]) * scale;
    }
  const smooth = gaussianBlur(plane, coarse, sigma);
  const inner = { width: coarse.width - 2 * pad, height: coarse.height - 2 * pad };
  const cropped = new Float32Array(inner.width * inner.height);
  for (let y = 0; y < inner.height; y++) {
    const from = (y + pad) * coarse.width + pad;
    cropped.set(smooth.subarray(from, from + inner.width), y * inner.width);
  }
  if (step === 1) return cropped;
  // Grown heights have edges at the places of the grid, which are seen in the light on their slopes.
  const grown = grow({ plane: cropped, size: inner }, size, step);
  return gaussianBlur(grown, size, 0.6 * step, grown);
}
