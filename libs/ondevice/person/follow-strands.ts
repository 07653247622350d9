import type { Size } from '../pixels/plane.ts';
import type { Flow } from './hair-flow.ts';

/** Where a strand arrives, and how far that is along it, in pixels. */
export type End = { x: number; y: number; at: number; length: number };

/**
 * Follows a strand of hair from a pixel down to the first one that is an end; undefined if that is further than `most` pixels, or if the
 * strand leaves the picture or what it may run on before.
 */
export type FollowStrand = (
  from: number,
  most: number,
  mayRunOn: (at: number) => boolean,
  isEnd: (at: number) => boolean,
) => End | undefined;

/** Follows the flow of hair in steps of `step` pixels (Euler's method: strands are short). */
export const followStrands =
  ({ dx, dy }: Flow, step: number, { width, height }: Size): FollowStrand =>
  (from, most, mayRunOn, isEnd) => {
    let x = from % width;
    let y = (from - x) / width;
    let at = from;
    for (let length = step; length <= most; length += step) {
      x += step * dx[at]!;
      y += step * dy[at]!;
      if (x < 0 || y < 0 || x > width - 1 || y > height - 1) return undefined;
      at = Math.round(y) * width + Math.round(x);
      if (!mayRunOn(at)) return undefined;
      if (isEnd(at)) return { x, y, at, length };
    }
    return undefined;
  };
