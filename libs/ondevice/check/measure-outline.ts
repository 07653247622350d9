import { boxBlur, gaussianBlur } from '../pixels/box-blur.ts';
import { connectedComponents } from '../pixels/components.ts';
import type { Plane, Size } from '../pixels/plane.ts';

/** The outline of what was dressed. */
export type Outline = {
  /** Share of the dressed area in fragments, and of gaps in it. */
  torn: number;
  /** Length of its border against that of its smoothed shape, 1 or more. */
  ragged: number;
};

/** Fragments and gaps from this share of the changed area count, smaller ones are specks. */
const leastPiece = 0.003;

/** Measures {@link Outline} of what is 1 in `dressed`. `mayChange`: whether a pixel is the person's and not to be kept. */
export function measureOutline(dressed: Plane, size: Size, mayChange: (i: number) => boolean): Outline {
  const whole = boxBlur(dressed, size, 1);
  const inside = (i: number) => whole[i]! > 0.5;
  const areas = connectedComponents(inside, size);
  const all = areas.sizes.reduce((sum, pixels) => sum + pixels, 0);
  if (all === 0) return { torn: 0, ragged: 1 };
  const least = leastPiece * all;
  const pieces = areas.sizes.toSorted((a, b) => b - a).slice(1);
  const fragments = pieces.filter((pixels) => pixels > least && pixels < 0.06 * all);
  const gaps = connectedComponents((i) => !inside(i) && mayChange(i), size);
  const enclosed = gaps.sizes.map((pixels) => pixels > least);
  const { width, height } = size;
  for (let i = 0; i < dressed.length; i++) {
    const x = i % width;
    const edge = x === 0 || x === width - 1 || i < width || i >= width * (height - 1);
    const open = (j: number) => !inside(j) && !mayChange(j);
    if (gaps.labels[i] && (edge || open(i - 1) || open(i + 1) || open(i - width) || open(i + width)))
      enclosed[gaps.labels[i]!] = false;
  }
  const holes = gaps.sizes.filter((_, area) => enclosed[area]);
  const smooth = gaussianBlur(dressed, size, Math.max(width, height) / 90);
  const border = borderLength((i) => whole[i]! > 0.5, size);
  return {
    torn: [...fragments, ...holes].reduce((sum, pixels) => sum + pixels, 0) / all,
    ragged:
      border /
      Math.max(
        1,
        borderLength((i) => smooth[i]! > 0.5, size),
      ),
  };
}

function borderLength(inside: (i: number) => boolean, { width, height }: Size): number {
  let length = 0;
  for (let y = 0; y + 1 < height; y++)
    for (let x = 0; x + 1 < width; x++) {
      const i = y * width + x;
      const here = inside(i);
      if (here !== inside(i + 1)) length++;
      if (here !== inside(i + width)) length++;
    }
  return length;
}
