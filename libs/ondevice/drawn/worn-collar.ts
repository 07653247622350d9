import type { Cloth } from '../garment/paint-cloth.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import type { Plane } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { boxAround } from '../pixels/window.ts';
import type { Canvas } from './canvas.ts';
import type { Measures } from './measures.ts';
import { paintPart } from './paint-part.ts';
import type { Pair } from './side.ts';

/** Smoothing of the worn collar's outline, in shoulder widths. */
const smooth = 0.008;
/** How far above the chin a collar may stand, beside the ends of the new neckline it may lie, and how far below them, in shoulder widths. */
const reach = { above: 0.3, beside: 0.06, below: 0.3 } as const;
/** A smaller area, in squared shoulder widths, is a gap beside a neckline, not a neckline of its own. */
const gap = 0.01;

/**
 * Fills with cloth what a worn collar leaves open between the neck and a new neckline: where no skin was continued, the new garment is as
 * high as the worn one.
 *
 * @param away what was taken away of the person, 0..1
 * @param ends where the new neckline ends on both shoulders, in body coordinates
 * @returns whether it is more than a gap
 */
export function closeWornCollar(
  canvas: Canvas,
  measures: Measures,
  away: Plane,
  ends: Pair<Point>,
  cloth: Cloth,
): boolean {
  const { chin, toImage, scale } = measures;
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
  const worn = gaussianBlur(away, size, Math.max(0.8, smooth * scale));
  let open = 0;
  for (let i = 0; i < window.size.width * window.size.height; i++) {
    const j = window.at(i);
    if (worn[j]! > 0.5) open += 1 - canvas.alpha[j]!;
  }
  const inside = (x: number, y: number) => {
    const [px, py] = toImage([x, y]);
    const [column, row] = [Math.round(px), Math.round(py)];
    if (column < 0 || row < 0 || column >= size.width || row >= size.height) return -1;
    return (worn[row * size.width + column]! - 0.5) * 2.5 * smooth;
  };
  paintPart(canvas, measures, { outline, inside, form: () => 0, cloth: (x, y) => [x, y], behind: true }, cloth);
  return open > gap * scale * scale;
}
