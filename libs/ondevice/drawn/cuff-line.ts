import type { Point } from '../pixels/points.ts';
import { mix } from '../pixels/scalar.ts';

/** The end of a tube, seen a little from above or below: a bow between its two sides. */
export function cuffLine(a: Point, b: Point, normal: Point, bow: number): Point[] {
  return Array.from({ length: 9 }, (_, i): Point => {
    const q = i / 8;
    const out = bow * (1 - (2 * q - 1) ** 2);
    return [mix(a[0], b[0], q) + normal[1] * out, mix(a[1], b[1], q) - normal[0] * out];
  });
}
