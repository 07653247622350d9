import type { Approximation } from './approximation.ts';
import { isSkirt, type Lower, longestShorts, type Neck } from './garments.ts';
import type { Layer } from './layer.ts';
import type { SeenClothes, SeenLower } from './see-clothes.ts';

/** A wanted garment. */
export type Wanted = Pick<Layer, 'kind' | 'sleeve' | 'neck' | 'lower' | 'tie'>;

/**
 * How a garment gets into the picture. `recolour`: within the outline of the worn garment, under its folds; `draw`: with an outline of its own;
 * `leave`: not at all. `lower` is what it is made like on the legs, `tights` what shows below it.
 */
export type Rendering = {
  way: 'draw' | 'recolour' | 'leave';
  lower?: Lower;
  tights?: boolean;
  approximations: readonly Approximation[];
};

/** Sleeves and legs that differ by less, in bones, are as long as those that were ordered. */
const tolerance = { sleeve: 0.3, length: 0.25 } as const;
/** Necklines that most worn tops have, more or less. */
const usualNecks: readonly Neck[] = ['crew', 'boat', 'scoop'];

/**
 * Chooses how a garment is rendered over what is worn. A garment of the kind that is worn is recoloured, which keeps its cut; one that is not
 * worn is drawn, if the pose lets it, and else left. Nothing that lies below worn clothes is invented.
 */
export function chooseRendering(wanted: Wanted, seen: SeenClothes): Rendering {
  if (wanted.kind === 'bottom') return onLegs(wanted.lower!, seen);
  if (!seen.upper) return left('not_in_picture');
  const approximations = new Set<Approximation>();
  const sleeve = seen.upper.sleeve ?? wanted.sleeve;
  if (wanted.kind === 'outer') {
    if (seen.drawable.upper) return { way: 'draw', approximations: [] };
    // Within the outline of what is worn it would have no opening.
    return wanted.sleeve - sleeve > tolerance.sleeve
      ? left('left_out')
      : { way: 'recolour', approximations: ['cut_kept'] };
  }
  if (Math.abs(wanted.sleeve - sleeve) > tolerance.sleeve) approximations.add('sleeves_kept');
  if (!usualNecks.includes(wanted.neck)) approximations.add('cut_kept');
  if (wanted.tie) approximations.add('accessories_left_out');
  if (wanted.kind === 'dress' && seen.lower) {
    if (!seen.oneDress) {
      const { lower, upper } = seen.drawable;
      return lower && upper
        ? { way: 'draw', ...aboveWorn(wanted.lower!, seen.lower), approximations: [...approximations] }
        : left('left_out');
    }
    if (Math.abs(wanted.lower!.length - seen.lower.length) > tolerance.length) approximations.add('length_kept');
  }
  return { way: 'recolour', approximations: [...approximations] };
}

const left = (code: Approximation): Rendering => ({ way: 'leave', approximations: [code] });

function onLegs(wanted: Lower, { lower: seen, drawable }: SeenClothes): Rendering {
  if (!seen) return left('not_in_picture');
  if (seen.around === (isSkirt(wanted.cut) ? 'both' : 'each')) {
    const kept = Math.abs(wanted.length - seen.length) > tolerance.length;
    return { way: 'recolour', lower: { ...wanted, length: seen.length }, approximations: kept ? ['length_kept'] : [] };
  }
  if (!drawable.lower) return left('left_out');
  const { tights, lower } = aboveWorn(wanted, seen);
  return {
    way: 'draw',
    lower,
    tights,
    approximations: tights ? ['tights_added'] : lower.length > wanted.length ? ['length_kept'] : [],
  };
}

/** What can be shown on the legs without inventing what lies below the worn garment: over trousers a skirt has tights. */
function aboveWorn(wanted: Lower, seen: SeenLower): { lower: Lower; tights: boolean } {
  const shorter = seen.around !== 'neither' && seen.length > wanted.length + tolerance.length;
  if (!shorter) return { lower: wanted, tights: false };
  const trousers = seen.around === 'each' && seen.length > longestShorts;
  return trousers && isSkirt(wanted.cut)
    ? { lower: wanted, tights: true }
    : { lower: { ...wanted, length: seen.length }, tights: false };
}
