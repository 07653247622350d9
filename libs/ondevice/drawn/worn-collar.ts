import type { Cloth } from '../garment/paint-cloth.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import type { Plane } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { smoothMax } from '../pixels/scalar.ts';
import { boxAround } from '../pixels/window.ts';
import type { Canvas } from './canvas.ts';
import type { Measures } from './measures.ts';
import { paintPart } from './paint-part.ts';
import { isShrugged } from './shoulder-slope.ts';
import { both, type Pair } from './side.ts';

/** Smoothing of the worn collar's outline, in shoulder widths. */
const smooth = 0.008;
/** How far above the chin a collar may stand, beside the ends of the new neckline it may lie, and how far below them, in shoulder widths. */
const reach = { above: 0.3, beside: 0.06, below: 0.3 } as const;
/** How thick a collar is that stands round the neck, how far above the chin it stands there, and how widely it bends out into the shoulders. */
const standing = { thick: 0.03, above: 0.05, bend: 0.07 } as const;
/** A chin that is lower, in shoulder widths from their line, is that of somebody who leans forward: upright it is at about -0.3. */
const lowChin = -0.2;
/** How steeply what is closed on the shoulders rises to the neck from where it ends beside the new neckline: it is a wedge, no plate. */
const rise = 0.6;
/** A smaller area, in squared shoulder widths, is a gap beside a neckline, not a neckline of its own. */
const gap = 0.01;

/**
 * Closes with cloth what a worn collar leaves open between the neck and a new neckline, as a collar that lies round the neck: where no skin
 * was continued, the new garment is as high as the worn one. What stood away from neck and shoulders is left out.
 *
 * @param away what was taken away of the person, 0..1
 * @param ends where the new neckline ends on both shoulders, in body coordinates
 * @param slope the highest y of the shoulders at an x ({@link shoulderSlope})
 * @param continued whether the skin of the neck was, so that no collar stands round it
 * @returns whether it is more than a gap
 */
export function closeWornCollar(
  canvas: Canvas,
  measures: Measures,
  away: Plane,
  ends: Pair<Point>,
  slope: (x: number) => number,
  cloth: Cloth,
  continued: boolean,
): boolean {
  const { chin, toImage, toBody, scale, neck, tips } = measures;
  const { size } = canvas;
  const [left, right] = [ends[0][0] - reach.beside, ends[1][0] + reach.beside];
  const [top, bottom] = [chin[1] - reach.above, Math.max(ends[0][1], ends[1][1]) + reach.below];
  const outline: Point[] = [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  const window = boxAround(outline.map(toImage), 0, size);
  if (!window) return false;
  const isBare = both((side) => continued && !isShrugged(slope, ends[side], tips[side]));
  const worn = gaussianBlur(away, size, Math.max(0.8, smooth * scale));
  const roundNeck = (x: number, y: number) => {
    const beside = standing.thick + Math.min(x - neck.sides[0], neck.sides[1] - x);
    const below = y - chin[1] + standing.above;
    const [end, inward] = x < 0 ? [ends[0][1], x - left] : [ends[1][1], right - x];
    const bare = isBare[x < 0 ? 0 : 1];
    const shoulder = y - Math.max(slope(x), end - (bare ? 0 : rise * inward));
    // Of somebody who leans forward the worn outline rises beside the face.
    const onShoulder = chin[1] > lowChin ? Math.min(shoulder, below) : shoulder;
    return bare ? onShoulder : smoothMax(onShoulder, Math.min(beside, below), standing.bend);
  };
  let open = 0;
  for (let i = 0; i < window.size.width * window.size.height; i++) {
    const j = window.at(i);
    const x = j % size.width;
    if (worn[j]! <= 0.5) continue;
    const onBody = toBody(x, (j - x) / size.width);
    if (roundNeck(onBody[0], onBody[1]) > 0) open += 1 - canvas.alpha[j]!;
  }
  const inside = (x: number, y: number) => {
    const [px, py] = toImage([x, y]);
    const [column, row] = [Math.round(px), Math.round(py)];
    if (column < 0 || row < 0 || column >= size.width || row >= size.height) return -1;
    return Math.min((worn[row * size.width + column]! - 0.5) * 2.5 * smooth, roundNeck(x, y));
  };
  paintPart(canvas, measures, { outline, inside, form: () => 0, cloth: (x, y) => [x, y], behind: true }, cloth);
  return open > gap * scale * scale;
}
