import type { Plane } from '../pixels/plane.ts';
import type { Point } from '../pixels/points.ts';
import { strokeLine } from '../pixels/polygon.ts';
import type { Measures } from './measures.ts';
import type { Seam } from './part.ts';
import type { Raster } from './raster.ts';

/** How much darker (or lighter, negative) the seams make each pixel of a raster; undefined when there are none. */
export function drawSeams(seams: readonly Seam[], { left, top, size }: Raster, measures: Measures): Plane | undefined {
  if (seams.length === 0) return undefined;
  const [out, line] = [new Float32Array(size.width * size.height), new Float32Array(size.width * size.height)];
  for (const { points, width, strength } of seams) {
    line.fill(0);
    const inRaster = points.map((point): Point => {
      const [x, y] = measures.toImage(point);
      return [x - left, y - top];
    });
    // A line thinner than a pixel is fainter instead.
    const thickness = width * measures.scale;
    strokeLine(inRaster, Math.max(1, thickness), size, line, Math.min(1, thickness));
    for (let i = 0; i < out.length; i++) if (line[i]! > 0) out[i]! += strength * line[i]! * (1 - Math.abs(out[i]!));
  }
  return out;
}
