import type { Plane } from '../pixels/plane.ts';

/** From this share of the band on a pixel of the person is off the border. */
const off = 0.35;

/** Bits of a pixel: certainly the person, certainly the ground, neither (both 0), and whether the border is near. */
export const side = { person: 1, ground: 2, near: 4 } as const;

/**
 * From which pixels the colours of both sides are learnt, and of which pixels the belief may be corrected by them.
 *
 * @param within distances in pixels of the person's pixels to the border, `beyond` those of the ground's
 * @param band distance to which the border is near
 */
export function sortSides(within: Plane, beyond: Plane, band: number): Uint8Array {
  const out = new Uint8Array(within.length);
  for (let i = 0; i < out.length; i++) {
    // The person's side of the border is the safer one: networks cut off more than they add.
    if (within[i]! > band * off) out[i] = within[i]! > band ? side.person : side.person | side.near;
    else out[i] = beyond[i]! > band ? side.ground : side.near;
  }
  return out;
}
