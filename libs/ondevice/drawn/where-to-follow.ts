import type { Worn } from '../garment/worn.ts';
import { smoothstep } from '../pixels/scalar.ts';
import type { Relief } from './folds.ts';
import type { Following } from './follow-worn.ts';
import type { Measures } from './measures.ts';
import type { Side } from './side.ts';
import type { SleeveFollows } from './sleeve.ts';

/**
 * What is worn, and the sleeve of the new garment, as `along` arms: 0 at the shoulder, 1 at the elbow. `outer`: whether it is a jacket, `close`:
 * whether only the worn outline shows how wide somebody is.
 */
export type Fit = { worn: Pick<Worn, 'sleeve'>; sleeve: number; outer: boolean; close: boolean };

/** How far a jacket lies outside of what was worn, in shoulder widths. */
const overWorn = 0.03;
/** Above the hips, in v: below them a garment hangs as it is cut. */
const hips = [0.72, 0.95] as const;
/** What is shorter is no sleeve, and what is longer goes on beyond the elbow. */
const [bare, long] = [0.15, 1.2];
/** As far down a bare arm the outline of a sleeve is the shoulder's. */
const upperArm = 0.45;

/** Where the trunk of a garment follows the worn outline: on the shoulders and between armpit and hips, not below its sleeves. */
export function trunkFollows(measures: Measures, fit: Fit): Following {
  const { tips, pits, torso } = measures;
  return {
    ease: fit.outer ? overWorn : 0,
    grows: growsAt(measures, fit),
    far: fit.close,
    share: (x, y) => {
      const side = x < 0 ? 0 : 1;
      const [tip, pit] = [tips[side][1], pits[side][1]];
      if (y > tip + 0.03 && y < pit + 0.05) return undefined;
      return y < pit ? 1 : smoothstep(pit, pit + 0.15, y) * (1 - smoothstep(hips[0] * torso, hips[1] * torso, y));
    },
  };
}

/**
 * How far down a sleeve does: not to the end of a short worn one, which would be a bump on a long one, nor to its own end, which is as it
 * is cut. Where the elbow is not in the picture no sleeve ends.
 */
export function sleeveFollows(measures: Measures, side: Side, fit: Fit): SleeveFollows {
  const { worn, sleeve, outer } = fit;
  const short = measures.seen.elbows[side] && worn.sleeve <= sleeve - 0.3;
  const until = !short ? sleeve - 0.1 : worn.sleeve < bare ? upperArm : Math.min(upperArm, worn.sleeve - 0.15);
  return { ease: outer ? overWorn : 0, grows: growsAt(measures, fit), far: fit.close, until };
}

/** Where a garment may be wider than it is cut: everywhere if both have long sleeves, as short ones stand out, else on top of the shoulders. */
function growsAt({ tips }: Measures, { worn, sleeve, close }: Fit): Relief {
  if (close || Math.min(worn.sleeve, sleeve) > long) return () => 1;
  return (x, y) => {
    const tip = tips[x < 0 ? 0 : 1][1];
    return 1 - smoothstep(tip - 0.04, tip + 0.04, y);
  };
}
