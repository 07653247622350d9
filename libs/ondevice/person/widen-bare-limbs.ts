import { maskWhere, type Size } from '../pixels/plane.ts';
import { toSegment } from '../pixels/points.ts';
import { clamp, mix } from '../pixels/scalar.ts';
import { followSkin } from './follow-skin.ts';
import { label } from './labels.ts';
import type { Limb } from './on-limbs.ts';

/** How far from its axis a limb's skin is known, and how far from it a limb can reach, in its half-widths. */
const core = 0.8;
const reach = 3.5;
/** Balance of skin and cloth down to which a limb may be bare, if it was labelled so. */
const notCovered = -0.2;

/**
 * Labels what goes on sideways from the skin on a limb, where that is not known to be covered, as skin, in place: the pose network may suppose its
 * bones along its edge, its half-widths are those of most people, and skin in shade has colours that the face has not.
 */
export function widenBareLimbs(labels: Uint8Array, limbs: readonly Limb[], bins: Uint16Array, size: Size): void {
  const bare = limbs.filter(({ skin }) => skin.some((balance) => balance > notCovered));
  if (bare.length === 0) return;
  const away = new Float32Array(labels.length).fill(reach);
  for (const { from, to, radii, skin } of bare) {
    const round = reach * Math.max(...radii);
    const [left, right] = [Math.min(from[0], to[0]) - round, Math.max(from[0], to[0]) + round];
    const [top, bottom] = [Math.min(from[1], to[1]) - round, Math.max(from[1], to[1]) + round];
    for (let y = Math.max(0, Math.floor(top)); y < Math.min(size.height, bottom); y++)
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(size.width, right); x++) {
        const { distance, along } = toSegment(x, y, from, to);
        const t = clamp(along, 0, 1);
        const i = y * size.width + x;
        if (skin[Math.round(t * (skin.length - 1))]! > notCovered)
          away[i] = Math.min(away[i]!, distance / mix(radii[0], radii[1], t));
      }
  }
  const from = maskWhere(labels.length, (i) => labels[i] === label.skin && away[i]! < core);
  followSkin(labels, { from, knownAt: (i) => from[i] === 1, isNear: (i) => away[i]! < reach }, bins, size);
}
