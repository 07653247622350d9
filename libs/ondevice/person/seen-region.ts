import type { Region } from '../models/crop.ts';
import { type Plane, type Size, sampleGrid } from '../pixels/plane.ts';
import { smoothstep } from '../pixels/scalar.ts';

/** What a network says of a region that may be turned: "is the person", 0..1, `side` x `side`. */
export type SeenRegion = { mask: Plane; side: number; region: Region };

/** Moves `belief` towards what is seen by `weight`, a number or a function of each value, less within `margin` (0..1) of the region's border. */
export function blend(
  belief: Plane,
  size: Size,
  seen: SeenRegion,
  weight: number | ((value: number) => number),
  margin: number,
): void {
  const weightOf = typeof weight === 'number' ? () => weight : weight;
  forEachSeen(seen, size, (i, value, inside) => {
    const share = weightOf(value) * (margin === 0 ? 1 : smoothstep(0, margin, inside));
    belief[i] = belief[i]! * (1 - share) + value * share;
  });
}

/** What is seen, at every pixel of an image; 0 outside of the region. */
export function sampleRegion(seen: SeenRegion, size: Size): Plane {
  const out = new Float32Array(size.width * size.height);
  forEachSeen(seen, size, (i, value) => {
    out[i] = value;
  });
  return out;
}

/** `inside`: distance to the region's border, in its widths and heights. */
function forEachSeen(
  { mask, side, region }: SeenRegion,
  { width, height }: Size,
  visit: (i: number, value: number, inside: number) => void,
): void {
  const [cos, sin] = [Math.cos(region.rotation), Math.sin(region.rotation)];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const dx = x + 0.5 - region.x;
      const dy = y + 0.5 - region.y;
      const u = (dx * cos + dy * sin) / region.width + 0.5;
      const v = (dy * cos - dx * sin) / region.height + 0.5;
      if (u >= 0 && v >= 0 && u <= 1 && v <= 1) visit(i, sampleGrid(mask, side, u, v), Math.min(u, 1 - u, v, 1 - v));
    }
}
