import type { Size } from './plane.ts';

/**
 * Spreads from pixels to their four neighbours, and from those on, as far as `take` lets it (region growing, Adams and Bischof 1994).
 *
 * @param from where it begins; emptied
 * @param take whether a pixel is reached; it marks it, so that it answers no the next time
 */
export function spreadFrom(from: number[], { width, height }: Size, take: (i: number) => boolean): void {
  const visit = (i: number) => {
    if (take(i)) from.push(i);
  };
  for (let i = from.pop(); i !== undefined; i = from.pop()) {
    const x = i % width;
    if (x > 0) visit(i - 1);
    if (x < width - 1) visit(i + 1);
    if (i >= width) visit(i - width);
    if (i < (height - 1) * width) visit(i + width);
  }
}
