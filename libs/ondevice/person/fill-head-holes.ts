import { boxBlur } from '../pixels/box-blur.ts';
import { connectedComponents } from '../pixels/components.ts';
import type { Plane, Rgb, Size } from '../pixels/plane.ts';
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
  const [middle, level] = [(left + right) / 2, (top + bottom) / 2];
  const away = (i: number) => norm((i % width) - middle, Math.floor(i / width) - level) / (right - left);
  const open = holes.sizes.map((pixels, k) => k === 0 || pixels < least * matte.length || pixels > most * matte.length);
  for (let i = 0; i < matte.length; i++) {
    const x = i % width;
    const edge = x === 0 || x === width - 1 || i < width || i >= width * (height - 1);
    if (edge || (holes.labels[i]! > 0 && away(i) > head)) open[holes.labels[i]!] = true;
  }
  if (!open.includes(false)) return matte;
  const ground = meanOf(rgb, (i) => matte[i]! < 0.05 && open[holes.labels[i]!] === true && away(i) < around);
  if (!ground) return matte;
  holes.sizes.forEach((_, hole) => {
    if (open[hole]) return;
    const mask = Float32Array.from(holes.labels, (which) => (which === hole ? 1 : 0));
    const near = boxBlur(mask, size, Math.max(2, Math.round(Math.max(width, height) * softEdge)));
    const inside = meanOf(rgb, (i) => mask[i] === 1);
    const rim = meanOf(rgb, (i) => near[i]! > 0 && matte[i]! > 0.9);
    if (!inside || !rim || apart(inside, rim) >= apart(inside, ground)) return;
    // Not beyond the head, where its rim is thin.
    for (let i = 0; i < matte.length; i++)
      if (near[i]! > 0 && (holes.labels[i] === 0 || mask[i] === 1))
        matte[i] = Math.max(matte[i]!, Math.min(1, 4 * near[i]!), mask[i]!);
  });
  return matte;
}

function meanOf(rgb: Rgb, which: (i: number) => boolean): number[] | undefined {
  const sum = [0, 0, 0];
  let count = 0;
  for (let i = 0; i < rgb[0].length; i++) {
    if (!which(i)) continue;
    count++;
    for (let c = 0; c < 3; c++) sum[c]! += rgb[c]![i]!;
  }
  return count === 0 ? undefined : sum.map((value) => value / count);
}

const apart = (p: readonly number[], q: readonly number[]): number => Math.hypot(...p.map((value, c) => value - q[c]!));
