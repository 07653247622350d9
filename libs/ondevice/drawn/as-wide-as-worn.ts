import type { Subject } from '../garment/subject.ts';
import { isClose } from '../person/body-frame.ts';
import { label } from '../person/labels.ts';
import { gaussianBlur } from '../pixels/box-blur.ts';
import { maskOf } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import type { Measures } from './measures.ts';
import { isShrugged, shoulderSlope } from './shoulder-slope.ts';
import { both } from './side.ts';
import type { Trunk } from './trunk.ts';

/** Smoothing of the worn outline, and how far a collar may stand above the chin, in shoulder widths. */
const smooth = 0.03;
const highest = 0.15;
/** How far above the ends of its neckline a garment begins: what stood higher was a collar. */
const collar = 0.015;

/**
 * What widens a drawn trunk to the worn outline in a close portrait, where the pose network supposes shoulders that are outside of the
 * picture and the worn clothes are the only measure; undefined in other pictures, where the new garment may be narrower.
 *
 * @param neck the ends of the new neckline: between them nothing is added, as the neck is there
 */
export function asWideAsWorn(
  subject: Subject,
  measures: Measures,
  body: Trunk,
  [right, left]: readonly [Point, Point],
): Trunk | undefined {
  const { parsed, size } = subject;
  const { toImage, chin, scale, tips } = measures;
  if (!isClose(parsed.frame, size)) return undefined;
  const slope = shoulderSlope(subject, measures, [left, right]);
  const top = both((side) => {
    const end = side === 0 ? left : right;
    return isShrugged(slope, end, tips[side]) === false ? end[1] - collar : Number.NEGATIVE_INFINITY;
  });
  const worn = gaussianBlur(maskOf(parsed.labels, label.top), size, Math.max(1, smooth * scale));
  const [across, up, down] = [2, chin[1] - highest, Math.max(...body.hem.map(([, y]) => y))];
  return {
    ...body,
    outline: [
      [-across, up],
      [across, up],
      [across, down],
      [-across, down],
    ],
    // The trunk's own coordinates end at its sides.
    cloth: (x, y) => [x, y],
    inside: (x, y) => {
      const place = toImage([x, y]);
      // The picture's last row and column go on.
      const at = Math.min(size.height - 1, Math.max(0, Math.round(place[1]))) * size.width;
      const value = worn[at + Math.min(size.width - 1, Math.max(0, Math.round(place[0])))]!;
      return Math.min(
        y - top[x > 0 ? 1 : 0],
        (value - 0.5) * 2.5 * smooth,
        y - slope(x),
        x > 0 ? x - right[0] : left[0] - x,
      );
    },
  };
}
