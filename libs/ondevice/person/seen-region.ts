import type { Region } from '../models/crop.ts';
import { type Plane, type Size, sampleGrid } from '../pixels/plane.ts';

/** What a network says of a region that may be turned: `side` x `side` values. */
export type SeenRegion = { mask: Plane; side: number; region: Region };

/** What is seen, at every pixel of an image; 0 outside of the region. */
export function overImage({ mask, side, region }: SeenRegion, { width, height }: Size): Plane {
  const out = new Float32Array(width * height);
  const [cos, sin] = [Math.cos(region.rotation), Math.sin(region.rotation)];
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const [dx, dy] = [x + 0.5 - region.x, y + 0.5 - region.y];
      const u = (dx * cos + dy * sin) / region.width + 0.5;
      const v = (dy * cos - dx * sin) / region.height + 0.5;
      if (u >= 0 && v >= 0 && u <= 1 && v <= 1) out[i] = sampleGrid(mask, side, u, v);
    }
  return out;
}
