import { partAt, type SeenParts } from '../parts/see-parts.ts';
import type { Plane, Size } from '../pixels/plane.ts';
import { label } from './labels.ts';

/** Whether a border is seen at a pixel of the worn top, which ends towards `dx`, `dy`. */
export type SeesBorder = (x: number, y: number, dx: number, dy: number) => boolean;

/** Where the neighbours of a pixel lie. */
export const directions = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
] as const;

/** Whether a pixel inside of the picture has a neighbour labelled `which`: hardly any has, and the rest is soon dismissed so. */
export const touches = (labels: Uint8Array, i: number, width: number, which: number): boolean =>
  labels[i + 1] === which || labels[i - 1] === which || labels[i + width] === which || labels[i - width] === which;

/** How far from a border its two sides are compared, in pixels: half a percent of the picture. */
export const besideBorder = ({ width, height }: Size): number => Math.max(2, Math.round(Math.max(width, height) / 250));

/** Difference of a channel (sRGB 0..1) across a border of the worn top from which the photograph shows an edge there. */
export const seenEdge = 0.1;

/** Belief in a part from which the classifier is sure of it, one pixel of its grid from the border. */
const sure = 0.6;

/**
 * Sees a border where the classifier of parts is sure of clothes on this side of it and of the label `which` beyond. Never for what is worn below:
 * that is clothes, too.
 */
export function classifierSees(parts: SeenParts | undefined, which: number): SeesBorder {
  const beyond = which === label.hair ? parts?.hair : which === label.skin ? parts?.skin : undefined;
  if (!parts || !beyond) return () => false;
  const away = parts.region.width / parts.side;
  const isSure = (plane: Plane, x: number, y: number) => (partAt(parts, plane, x, y) ?? 0) > sure;
  return (x, y, dx, dy) =>
    isSure(parts.clothes, x - dx * away, y - dy * away) && isSure(beyond, x + dx * away, y + dy * away);
}
