import type { Plane, Size } from './plane.ts';

/** Means of `factor` x `factor` blocks; those cut at the right and bottom border count as far as they go. */
export function shrink(source: Plane, { width, height }: Size, factor: number): { plane: Plane; size: Size } {
  const size = { width: Math.ceil(width / factor), height: Math.ceil(height / factor) };
  const plane = new Float32Array(size.width * size.height);
  for (let row = 0, at = 0; row < size.height; row++)
    for (let column = 0; column < size.width; column++, at++) {
      const [right, bottom] = [Math.min(width, (column + 1) * factor), Math.min(height, (row + 1) * factor)];
      let sum = 0;
      for (let y = row * factor; y < bottom; y++)
        for (let x = column * factor; x < right; x++) sum += source[y * width + x]!;
      plane[at] = sum / ((right - column * factor) * (bottom - row * factor));
    }
  return { plane, size };
}
