import { boxBlur } from '../pixels/box-blur.ts';
import { connectedComponents } from '../pixels/components.ts';
import { maskWhere, type Plane, type Rgb, type Size } from '../pixels/plane.ts';
import { norm } from '../pixels/scalar.ts';

/** The box of a face in pixels. */
type Box = { left: number; right: number; top: number; bottom: number };

/** How far from the face a hole belongs to the head, and how far the ground is looked at, in face widths. */
const head = 2.2;
const around = 3;
/** How wide the soft edge of a hole can be, as a share of the longer side. */
const softEdge = 1 / 40;
/** Shares of the picture between which a gap is a hole: less is a gap between strands. */
const least = 5e-4;
const most = 0.03;

/**
 * Fills holes that a matte has in a head, in place: the shaded side of a hat or of hair. A hole is filled if its colour is nearer to that
 * of the person at its rim than to the ground round the person; between locks or an arm and the head the ground is seen.
 */
export function fillHeadHoles(matte: Plane, rgb: Rgb, size: Size, { left, right, top, bottom }: Box): Plane {
  const { width, height } = size;
  const holes = connectedComponents((i) => matte[i]! < 0.5, size);
  const { labels } = holes;
  const [middle, level] = [(left + right) / 2, (top + bottom) / 2];
  const away = (i: number) => norm((i % width) - middle, Math.floor(i / width) - level) / (right - left);
  const open = holes.sizes.map((pixels, k) => k === 0 || pixels < least * matte.length || pixels > most * matte.length);
  for (let i = 0; i < matte.length; i++) {
    if (open[labels[i]!]) continue;
    const x = i % width;
    const edge = x === 0 || x === width - 1 || i < width || i >= width * (height - 1);
    if (edge || away(i) > head) open[labels[i]!] = true;
  }
  if (!open.includes(false)) return matte;
  const ground = meanOf(rgb, (i) => matte[i]! < 0.05 && open[labels[i]!] === true && away(i) < around);
  if (!ground) return matte;
  holes.sizes.forEach((_, hole) => {
    if (open[hole]) return;
    const mask = maskWhere(labels.length, (i) => labels[i] === hole);
    const near = boxBlur(mask, size, Math.max(2, Math.round(Math.max(width, height) * softEdge)));
    const inside = meanOf(rgb, (i) => mask[i] === 1);
    const rim = meanOf(rgb, (i) => near[i]! > 0 && matte[i]! > 0.9);
    if (!inside || !rim || apart(inside, rim) >= apart(inside, ground)) return;
    // Not beyond the head, where its rim is thin.
    for (let i = 0; i < matte.length; i++)
      if (near[i]! > 0 && (labels[i] === 0 || mask[i] === 1))
        matte[i] = Math.max(matte[i]!, Math.min(1, 4 * near[i]!), mask[i]!);
  });
  return matte;
}

function meanOf(rgb: Rgb, which: (i: number) => boolean): number[] | undefined {
  const [red, green, blue] = rgb;
  let [r, g, b, count] = [0, 0, 0, 0];
  for (let i = 0; i < red.length; i++) {
    if (!which(i)) continue;
    count++;
    r += red[i]!;
    g += green[i]!;
    b += blue[i]!;
  }
  return count === 0 ? undefined : [r / count, g / count, b / count];
}

const apart = (p: readonly number[], q: readonly number[]): number => Math.hypot(...p.map((value, c) => value - q[c]!));
