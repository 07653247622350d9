import { partAt, type SeenParts } from '../parts/see-parts.ts';
import type { Plane } from '../pixels/plane.ts';
import { label } from './labels.ts';

/** Difference of a channel (sRGB 0..1) across a border of the worn top from which the photograph shows an edge there. */
export const seenEdge = 0.1;

/** Belief in a part from which the classifier is sure of it, one pixel of its grid from the border. */
const sure = 0.6;

/**
 * Whether the classifier of parts is sure of clothes on this side of a border pixel of the worn top and of the label `which` beyond, towards `dx`,
 * `dy`. Never for what is worn below: that is clothes, too.
 */
export function toldBy(
  parts: SeenParts | undefined,
  which: number,
): (x: number, y: number, dx: number, dy: number) => boolean {
  const beyond = which === label.hair ? parts?.hair : which === label.skin ? parts?.skin : undefined;
  if (!parts || !beyond) return () => false;
  const away = parts.region.width / parts.side;
  const isSure = (plane: Plane, x: number, y: number) => (partAt(parts, plane, x, y) ?? 0) > sure;
  return (x, y, dx, dy) =>
    isSure(parts.clothes, x - dx * away, y - dy * away) && isSure(beyond, x + dx * away, y + dy * away);
}
