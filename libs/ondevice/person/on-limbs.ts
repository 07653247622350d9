// biome-ignore-all lint/style/noNonNullAssertion: every index is in range by construction
import { clamp, mix, norm, smoothstep } from '../pixels/scalar.ts';
import type { Bone } from './cloth-of-trunk.ts';

/** A bone, and at even steps along it the share of skin less the share of cloth, -1..1; 0 where neither is known. */
export type Limb = Bone & { skin: readonly number[] };

/** Balance of skin and cloth from which a limb is surely bare. */
export const bareFrom = 0.35;

/** Those of some limbs that are bare somewhere. */
export const bareOnes = (limbs: readonly Limb[]): Limb[] =>
  limbs.filter(({ skin }) => skin.some((balance) => balance > bareFrom - 0.2));

/** What {@link onLimbs} returns: always the same object, as there are a million places in a picture. */
const onLimb = { bare: 0, covered: 0 };

/** How far a place lies on a limb (0..1) that is bare there, or covered there; valid until the next call. */
export function onLimbs(limbs: readonly Limb[], x: number, y: number): { bare: number; covered: number } {
  let bare = 0;
  let covered = 0;
  for (let which = 0; which < limbs.length; which++) {
    const limb = limbs[which]!;
    const { from, to, radii } = limb;
    const dx = to[0] - from[0];
    const dy = to[1] - from[1];
    const t = clamp(((x - from[0]) * dx + (y - from[1]) * dy) / (dx * dx + dy * dy || 1), 0, 1);
    const relative = norm(x - from[0] - t * dx, y - from[1] - t * dy) / mix(radii[0], radii[1], t);
    if (relative > 1.35) continue;
    const near = 1 - smoothstep(0.85, 1.35, relative);
    const at = t * (limb.skin.length - 1);
    const k = Math.min(limb.skin.length - 2, Math.floor(at));
    const balance = mix(limb.skin[k]!, limb.skin[k + 1]!, at - k);
    bare = Math.max(bare, near * smoothstep(bareFrom - 0.2, bareFrom, balance));
    covered = Math.max(covered, near * smoothstep(bareFrom - 0.2, bareFrom, -balance));
  }
  onLimb.bare = bare;
  onLimb.covered = Math.min(covered, 1 - bare);
  return onLimb;
}
