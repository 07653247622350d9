import type { Plane, Size } from '../pixels/plane.ts';

/**
 * Tailored details of a garment, as planes 0..1: `raised` parts on top (lapels, collars), `lines` to darken (edges, buttons, pockets), `shadow` cast
 * by the raised parts.
 */
export type Tailoring = { raised: Plane; lines: Plane; shadow: Plane };

/** No details. */
export function plain({ width, height }: Size): Tailoring {
  const nothing = new Float32Array(width * height);
  return { raised: nothing, lines: nothing, shadow: nothing };
}
