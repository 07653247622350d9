import type { Plane, Size } from './plane.ts';

/** Means of `factor` x `factor` blocks; those cut at the right and bottom border count as far as they go. */
export function shrink(plane: Plane, { width, height }: Size, factor: number): { plane: Plane; size: Size } {
  const size = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
  const sums = new Float32Array(size.width * size.height);
  const counts = new Float32Array(sums.length);
  for (let y = 0, i = 0; y < height; y++)
    for (let x = 0; x < width; x++, i++) {
      const at = Math.floor(y / factor) * size.width + Math.floor(x / factor);
      sums[at]! += plane[i]!;
      counts[at]! += 1;
    }
  return { plane: sums.map((sum, at) => sum / counts[at]!), size };
}
