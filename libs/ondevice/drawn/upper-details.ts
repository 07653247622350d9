import type { Point } from '../pixels/points.ts';
import { flap, pressedSeam, rowOf, stitches } from './fastenings.ts';
import type { Measures } from './measures.ts';
import type { Part, Seam } from './part.ts';
import { strip } from './strip.ts';
import type { Trunk } from './trunk.ts';
import type { UpperStyle } from './upper-styles.ts';

const middleOf = (points: readonly Point[]): Point => points[Math.floor(points.length / 2)]!;

/** Seams, placket and pockets of a garment's front; `d` is the side of the pockets, -1 or 1. */
export function upperSeams({ torso, half }: Measures, body: Trunk, style: UpperStyle, d: -1 | 1): Seam[] {
  const at = (x: number, v: number): Point => [d * x, v * torso];
  const seams: Seam[] = style.ribs ? [] : [stitches(body.hem, 0.035)];
  const [x, top] = middleOf(body.neck);
  if (style.front === 'buttons')
    for (const e of [-0.036, 0.036])
      seams.push(
        ...pressedSeam(
          [
            [x + e, top + 0.02],
            [e, middleOf(body.hem)[1]],
          ],
          0.2,
        ),
      );
  const hip = half(0, 1);
  // A jacket's breast pocket is on its wearer's left.
  if (style.collar === 'lapels' && style.pockets === 'flaps' && d > 0)
    seams.push(
      ...pressedSeam([at(0.25, 0.345), at(0.4, 0.325), at(0.405, 0.35), at(0.255, 0.37), at(0.25, 0.345)], 0.2),
    );
  if (style.pockets === 'flaps') seams.push(...flap(at(hip * 0.42, 0.93), at(hip * 0.86, 0.91), 0.06));
  if (style.pockets === 'chest') {
    seams.push(...flap(at(0.2, 0.22), at(0.38, 0.21), 0.06));
    seams.push({ points: [at(0.12, 0.17), at(0.46, 0.165)], width: 0.01, strength: 0.35 });
  }
  if (style.pockets === 'pouch') {
    const half = [at(-0.2, 0.7), at(-0.32, 0.92), at(-0.32, 1)];
    const other = half.map(([px, py]): Point => [-px, py]).toReversed();
    seams.push(...pressedSeam([...half, ...other, half[0]!]));
  }
  return seams;
}

/** Where a garment's buttons are. */
export function buttonsOf({ torso }: Measures, body: Trunk, { front, collar }: UpperStyle): Point[] {
  const [x, top] = middleOf(body.neck);
  if (front === 'buttons') return rowOf([x, top + 0.035], [0, middleOf(body.hem)[1] - 0.05], 0.16);
  return collar === 'lapels' && front === 'open' ? [0.66, 0.82].map((v): Point => [0.012, v * torso]) : [];
}

/** The ribbed band of a hem, as far as it is `inside` (positive there) an open front. */
export function hemBand({ hem, form }: Trunk, inside: (x: number, y: number) => number = () => 1): Part[] {
  const line = hem.filter(([x, y]) => inside(x, y) > 0).map(([x, y]): Point => [x, y - 0.035]);
  return line.length > 2 ? [strip(line, 0.045, 0.018, form)] : [];
}
