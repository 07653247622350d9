import { clamp, mix, smoothMax, smoothstep } from '../pixels/scalar.ts';
import type { Relief } from './folds.ts';
import { alongLimb, type Limb } from './limb.ts';
import { onTube, type TubeAxis } from './tube.ts';

/** What the form of a sleeve depends on: its half width at `t`, the length of the upper arm, the form of the trunk that it is sewn to. */
export type SleeveBody = {
  arm: Limb;
  axis: TubeAxis;
  radius: (t: number) => number;
  length: number;
  outward: 1 | -1;
  trunk: Relief;
};

/** Where the cap of a sleeve begins to fall back, as t; how gently it does; over which height it goes over into the trunk. */
const [crown, round, joint] = [0.3, 0.36, 0.04];

/**
 * A tube round the arm, which becomes a cap on the shoulder: round on top, and near the armhole as high as the trunk, whose own form ends at its
 * side. Heights in shoulder widths.
 */
export function sleeveForm({ arm, axis, radius, length, outward, trunk }: SleeveBody): Relief {
  const [x0, y0] = alongLimb(arm, crown);
  const under = trunk(x0 - outward * 0.03, y0) - 0.64 * radius(crown);
  return (x, y) => {
    const { along, across } = onTube(axis, x, y);
    const half = radius(clamp(along, 0.25, axis.end));
    const q = clamp(across / half, -1.1, 1.1);
    const tube = 0.8 * half * Math.sqrt(1 - 0.81 * q * q) + under;
    const share = smoothstep(0.12, 0.5, along);
    if (share >= 1) return tube;
    const above = Math.max(0, crown - along) * length;
    return mix(smoothMax(trunk(x, y), tube - (above * above) / (above + round), joint), tube, share);
  };
}
