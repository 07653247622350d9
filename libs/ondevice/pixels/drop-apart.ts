import { connectedComponents } from './components.ts';
import type { Plane, Size } from './plane.ts';

/** Share of an area that has to be of what may lie apart for the area to stay. */
const leastOwn = 0.3;

/**
 * Clears, in place, areas apart from the largest one that are smaller than a share of it.
 *
 * @param connected value from which pixels belong to an area
 * @param share of the largest area
 * @param mayLieApart 0..1 a pixel: areas that consist of it stay, however small
 */
export function dropApart(plane: Plane, size: Size, connected: number, share: number, mayLieApart?: Plane): void {
  const { labels, sizes } = connectedComponents((i) => plane[i]! >= connected, size);
  const least = share * Math.max(...sizes);
  const own = new Float64Array(sizes.length);
  if (mayLieApart) for (let i = 0; i < plane.length; i++) own[labels[i]!]! += mayLieApart[i]!;
  const goes = sizes.map((pixels, area) => area > 0 && pixels < least && own[area]! < leastOwn * pixels);
  if (goes.includes(true)) for (let i = 0; i < plane.length; i++) if (goes[labels[i]!]) plane[i] = 0;
}
