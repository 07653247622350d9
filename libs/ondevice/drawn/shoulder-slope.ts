import type { Subject } from '../garment/subject.ts';
import { label } from '../person/labels.ts';
import type { Point } from '../pixels/points.ts';
import { mix } from '../pixels/scalar.ts';
import type { Measures } from './measures.ts';
import { both, type Pair, type Side, sign } from './side.ts';

/** How steeply a clothed shoulder rises towards the neck at most, 35 degrees: by eye, a little more than sloping shoulders. */
const steepest = 0.7;
/** Where shoulders begin to rise, as a share of the way from the neckline's end to the tip: beyond it they round off. */
const outermost = 0.7;
/** How far above the chin and below the shoulder line a shoulder's top is looked for, and between how many places, in shoulder widths. */
const above = 0.3;
const below = 0.4;
const step = 0.01;
/** Above every picture. */
const unlimited = -9;

/**
 * The highest y at which a shoulder can be at an x, seen from the worn top: its outline from outside in, as long as that rises no more
 * steeply than a shoulder. What stands above it is a collar, a hood or a scarf. Outside of where shoulders begin nothing is limited.
 *
 * @param ends where the new neckline ends on both shoulders, in body coordinates
 */
export function shoulderSlope(subject: Subject, measures: Measures, ends: Pair<Point>): (x: number) => number {
  const lines = both((side) => lineOf(subject, measures, side, ends[side]));
  return (x) => {
    const { from, heights } = lines[x < 0 ? 0 : 1];
    const inward = (from - Math.abs(x)) / step;
    if (inward < 0) return unlimited;
    const last = heights.length - 1;
    if (inward >= last) return heights[last]! - steepest * step * (inward - last);
    const low = Math.floor(inward);
    return mix(heights[low]!, heights[low + 1]!, inward - low);
  };
}

/** The limit at every step inwards from `from`, which is counted from the spine. */
function lineOf(subject: Subject, measures: Measures, side: Side, end: Point): { from: number; heights: number[] } {
  const inner = Math.abs(end[0]);
  const from = Math.max(inner + step, mix(inner, Math.abs(measures.tips[side][0]), outermost));
  const heights: number[] = [];
  for (let x = from; x > inner - step; x -= step) {
    const top = topOfWorn(subject, measures, sign(side) * x);
    const rising = (heights.at(-1) ?? unlimited) - steepest * step;
    heights.push(Math.max(top ?? rising, rising));
  }
  return { from, heights };
}

/** y where the worn top ends above at `x`; undefined where hair, skin or the picture's edge hides that. */
function topOfWorn({ parsed: { labels }, matte, size }: Subject, measures: Measures, x: number): number | undefined {
  const { chin, toImage, scale } = measures;
  for (let y = chin[1] - above; y < below; y += 1 / scale) {
    const [column, row] = toImage([x, y]).map(Math.round) as [number, number];
    if (column < 0 || row < 0 || column >= size.width || row >= size.height) continue;
    const i = row * size.width + column;
    if (matte[i]! < 0.5) continue;
    return labels[i] === label.top ? y : undefined;
  }
  return undefined;
}

/** At which share of the way from a neckline's end to a shoulder's tip that is compared, and how much higher it may be. */
const [beside, slightly] = [0.69, 0.015];

/**
 * Whether a shoulder rises higher than where a neckline ends beside the neck: then the pose is a guess, as where hardly more than a face is
 * seen. Undefined where the shoulder is not seen.
 */
export function isShrugged(slope: (x: number) => number, [x, y]: Point, tip: Point): boolean | undefined {
  const top = slope(mix(x, tip[0], beside));
  return top < unlimited / 2 ? undefined : top < y - slightly;
}
