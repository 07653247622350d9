import type { Approximation } from './approximation.ts';
import type { ColourName } from './colour-names.ts';
import type { GarmentKind, Neck } from './garments.ts';
import { isSkirt, type LegCut, type Lower, longestShorts } from './leg-cuts.ts';
import type { SeenCloth, SeenClothes, SeenLower } from './seen-clothes.ts';

/** A wanted garment; `light`: luminance 0..1 of its colour. */
export type Wanted = {
  kind: GarmentKind;
  sleeve: number;
  neck: Neck;
  lower?: Lower;
  tie?: ColourName;
  light: number;
};

/**
 * How a garment gets into the picture. `draw`: with an outline of its own; `recolour`: within that of the worn garment, under
 * its folds; `leave`: not at all. `sleeve` and `lower` are what it is made like there, `tights` what shows below it; a `closed` jacket has
 * the front of a top.
 */
export type Rendering = {
  way: 'draw' | 'recolour' | 'leave';
  sleeve: number;
  lower?: Lower;
  tights: boolean;
  closed?: boolean;
  approximations: readonly Approximation[];
};

/** A stronger print stays readable in what is painted over it. */
export const strongPrint = 0.3;
/** Folds cannot be read from a cloth that is darker than the new one by more than this luminance: they are its noise. */
const lighterBy = 0.3;
/** A sleeve that is longer by more has to be invented, one that is shorter by more cannot be shown. */
const sleeveTolerance = 0.3;
const lengthTolerance = 0.2;
/** Necklines without a collar that are not lower than most worn ones. */
const closeNecks: readonly Neck[] = ['crew', 'boat', 'turtle'];
/** A larger share of holes leaves patches in what is painted over them. */
const mostTorn = 0.04;
/** Knees over hips, of the cuts that go round each leg. */
const kneeWidths: Partial<Record<LegCut, readonly [number, number]>> = {
  'slim trousers': [0, 0.42],
  'straight trousers': [0, 0.6],
  'wide trousers': [0.5, 1],
};

/**
 * Chooses how a garment is rendered over what is worn: by real folds where its outline, print and light allow it, else drawn.
 * What lies below worn clothes is never invented, so what would uncover it is as long as they are, or shows tights
 * (docs/decisions/0053).
 *
 * @param folds false to draw whatever the pose allows, as painting over the worn folds did not succeed
 */
export function chooseRendering(wanted: Wanted, seen: SeenClothes, folds = true): Rendering {
  const approximations: Approximation[] = [];
  // What is worn below a jacket keeps the worn sleeves.
  const keeps = wanted.kind === 'top' || wanted.kind === 'dress';
  const sleeve = keeps ? Math.max(wanted.sleeve, seen.upper.sleeve) : wanted.sleeve;
  if (sleeve > wanted.sleeve + 0.25) approximations.push('sleeves_kept');
  if (wanted.kind === 'bottom') return { sleeve, ...onLegs(wanted, wanted.lower!, seen, folds) };
  // What leaves the picture above its ends has the outline of any other garment that closes round the neck.
  const cropped = seen.upper.cropped && wanted.kind !== 'outer' && closeNecks.includes(wanted.neck);
  const longEnough = cropped || sleeve - seen.upper.sleeve <= sleeveTolerance;
  const keepsFolds = folds && fits(seen.upper, wanted.light) && longEnough;
  if (wanted.kind === 'dress' && seen.lower) {
    const below = onLegs(wanted, wanted.lower!, seen, folds);
    const one = seen.oneDress && keepsFolds && below.way === 'recolour';
    // Half a dress that is drawn and half one that is not would be two garments.
    if (!one && seen.drawable.upper && seen.drawable.lower)
      return { ...below, way: 'draw', sleeve, approximations: [...approximations, ...below.approximations] };
    const kept = seen.oneDress
      ? below.approximations.filter((code) => code === 'length_kept')
      : (['cut_kept'] as const);
    return { way: 'recolour', sleeve, tights: false, approximations: [...approximations, ...kept] };
  }
  const closes = (wanted.neck !== 'turtle' || seen.upper.high || cropped) && !wanted.tie;
  // The hem of a jacket lies below that of most tops.
  const hemFits = wanted.kind !== 'outer' || seen.lower === undefined;
  const way = seen.drawable.upper && !(keepsFolds && closes && hemFits) ? 'draw' : 'recolour';
  if (wanted.tie && way === 'recolour') approximations.push('accessories_left_out');
  // An opening is painted before the spine, which is not the middle of a trunk that is turned away, and below the picture where the shoulders are.
  const closed = wanted.kind === 'outer' && way === 'recolour' && (!seen.frontSeen || seen.upper.belowPicture);
  // Where a collar would be is unknown there too, and the worn neckline may be an open one.
  const asWorn = way === 'recolour' && (!seen.frontSeen || (seen.upper.belowPicture && !cropped));
  if (closed || asWorn) approximations.push('cut_kept');
  return { way, sleeve, tights: false, approximations, ...(closed && { closed }) };
}

/**
 * Chooses for garments that are worn together. Those of the upper body are all drawn or all recoloured: a drawn one takes away
 * what is worn, and with it what another is painted on.
 */
export function chooseRenderings(wanted: readonly Wanted[], seen: SeenClothes, folds = true): Rendering[] {
  const upper = (k: number) => wanted[k]!.kind !== 'bottom';
  const alike = (all: readonly Rendering[]) => new Set(all.filter((_, k) => upper(k)).map(({ way }) => way)).size < 2;
  const chosen = wanted.map((one) => chooseRendering(one, seen, folds));
  if (alike(chosen)) return chosen;
  const drawn = wanted.map((one, k) => (upper(k) ? chooseRendering(one, seen, false) : chosen[k]!));
  if (alike(drawn)) return drawn;
  return chosen.map((one, k) => (upper(k) ? { ...one, way: 'recolour' } : one));
}

const fits = ({ print, light }: SeenCloth, wantedLight: number): boolean =>
  print < strongPrint && wantedLight < light + lighterBy;

function onLegs(
  { light }: Wanted,
  wanted: Lower,
  { lower: seen, drawable }: SeenClothes,
  folds: boolean,
): Omit<Rendering, 'sleeve'> {
  if (!seen) return { way: 'leave', tights: false, approximations: ['not_in_picture'] };
  const { lower, tights, approximations } = aboveWorn(wanted, seen);
  const unchanged = folds && sameOutline(lower, seen) && fits(seen, light) && seen.torn < mostTorn;
  if (drawable.lower && !unchanged)
    return { way: 'draw', lower, tights, approximations: tights ? ['tights_added'] : approximations };
  if (seen.around === 'neither') return { way: 'leave', tights: false, approximations: ['left_out'] };
  const kept = sameOutline(lower, seen) ? approximations : (['cut_kept'] as const);
  return { way: 'recolour', lower, tights: false, approximations: kept };
}

/** What can be shown of a garment on the legs without inventing what lies below the worn one. */
function aboveWorn(
  wanted: Lower,
  seen: SeenLower,
): { lower: Lower; tights: boolean; approximations: readonly Approximation[] } {
  const covered = seen.around !== 'neither' && seen.length > wanted.length + lengthTolerance;
  if (!covered) return { lower: wanted, tights: false, approximations: [] };
  const trousers = seen.around === 'each' && seen.length > longestShorts;
  if (trousers && isSkirt(wanted.cut)) return { lower: wanted, tights: true, approximations: [] };
  return { lower: { ...wanted, length: seen.length }, tights: false, approximations: ['length_kept'] };
}

function sameOutline({ cut, length }: Lower, seen: SeenLower): boolean {
  if (Math.abs(length - seen.length) > lengthTolerance || cut === 'pleated skirt') return false;
  if (isSkirt(cut)) return seen.around === 'both';
  const [narrowest, widest] = kneeWidths[cut] ?? [0, 1];
  return seen.around === 'each' && seen.width >= narrowest && seen.width <= widest;
}
