import type { Plane, Size } from './plane.ts';
import type { Box } from './points.ts';

/**
 * The largest upright rectangle in which `mask` is above one half everywhere: row by row the largest one under the columns' heights,
 * which are kept rising on a stack. All 0 if there is none; `right` and `bottom` are outside.
 */
export function largestRectangle(mask: Plane, { width, height }: Size): Box {
  const heights = new Int32Array(width + 1);
  let best: Box = { left: 0, right: 0, top: 0, bottom: 0 };
  let most = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) heights[x] = mask[y * width + x]! > 0.5 ? heights[x]! + 1 : 0;
    const rising: { from: number; tall: number }[] = [];
    // The last column has no height: it ends all that are open.
    for (let x = 0; x <= width; x++) {
      let from = x;
      for (let last = rising.at(-1); last && last.tall >= heights[x]!; last = rising.at(-1)) {
        rising.pop();
        from = last.from;
        if (last.tall * (x - from) <= most) continue;
        most = last.tall * (x - from);
        best = { left: from, right: x, top: y + 1 - last.tall, bottom: y + 1 };
      }
      rising.push({ from, tall: heights[x]! });
    }
  }
  return best;
}
