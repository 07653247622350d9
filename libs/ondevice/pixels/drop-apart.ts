import { connectedComponents } from './components.ts';
import type { Plane, Size } from './plane.ts';

/**
 * Clears, in place, areas apart from the largest one that are smaller than a share of it.
 *
 * @param connected value from which pixels belong to an area
 * @param share of the largest area
 */
export function dropApart(plane: Plane, size: Size, connected: number, share: number): void {
  const { labels, sizes } = connectedComponents((i) => plane[i]! >= connected, size);
  const least = share * Math.max(...sizes);
  const goes = sizes.map((pixels, area) => area > 0 && pixels < least);
  if (goes.includes(true)) for (let i = 0; i < plane.length; i++) if (goes[labels[i]!]) plane[i] = 0;
}
