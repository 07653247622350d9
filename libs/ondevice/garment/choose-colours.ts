import type { Triple } from '../pixels/colour.ts';
import { understandDescription } from '../words/understand-description.ts';
import type { Approximation } from './approximation.ts';
import type { Swatch } from './cloth.ts';
import { type ColourName, clothColours, rgbOf } from './colour-names.ts';
import { type GarmentKind, garments, isSkirt, type Lower, type Neck, type WantedGarment } from './garments.ts';
import type { Layer } from './layer.ts';
import type { Pattern } from './patterns.ts';

/**
 * What a reference shows of a garment's cut, as far as it is seen; `name` is a word of the vocabulary. The rest is as for
 * described garments (see Garment).
 */
export type ReferenceCut = { kind: GarmentKind; name: string; sleeve?: number; neck?: Neck; lower?: Lower };

/**
 * The look of a reference garment: sRGB bytes; `swatch` if it is patterned or printed, `cut` as far as it is seen.
 */
export type Look = {
  colour: Triple;
  second: Triple | undefined;
  pattern: Pattern;
  swatch?: Swatch | undefined;
  cut?: ReferenceCut | undefined;
};

/** What a reference picture shows for the upper and the lower body, and below an open jacket. */
export type Looks = { upper: Look | undefined; lower: Look | undefined; inner?: Look | undefined };

const defaults: Readonly<Record<GarmentKind, ColourName>> = {
  top: 'white',
  outer: 'navy',
  dress: 'black',
  bottom: 'charcoal',
};

/**
 * Assigns colours to every wanted garment: those of the description first, then those of the reference (for the first garment
 * without a colour), then the usual one of the garment's name. Without any wanted garment, the reference's are used.
 */
export function chooseColours(
  wanted: readonly WantedGarment[],
  looks: Looks | undefined,
): { layers: Layer[]; approximations: Approximation[] } {
  const ordered = wanted.length > 0 ? wanted : garmentsOf(looks);
  const left = { upper: [looks?.upper, looks?.inner].filter(isSeen), lower: [looks?.lower].filter(isSeen) };
  // What lies flat may be taken for something else than the description names.
  if (left.lower.length === 0 && ordered.every(({ kind }) => kind === 'bottom')) left.lower = left.upper;
  if (left.upper.length === 0 && ordered.every(({ kind }) => kind !== 'bottom')) left.upper = left.lower;
  const approximations = new Set<Approximation>();
  const layers = ordered.map((garment) => {
    const where = garment.kind === 'bottom' ? 'lower' : 'upper';
    const look = garment.colour ? undefined : takeFor(garment.kind, left[where]);
    if (look) {
      const worn = look.swatch || look.cut;
      approximations.add(worn ? 'reference_cut_changed' : 'reference_colour_only');
    } else if (!garment.colour && !garment.usualColour) approximations.add('colour_chosen');
    return dyed(cutAsShown(garment, look?.cut), look);
  });
  return { layers, approximations: [...approximations] };
}

function dyed(
  { colour: said, usualColour, secondColour, pattern, ...garment }: WantedGarment,
  look: Look | undefined,
): Layer {
  // Blue denim is denim blue.
  const name = said === 'blue' && garment.material === 'denim' ? 'denim' : said;
  const colour: Triple = look?.colour ?? rgbOf(name ?? usualColour ?? defaults[garment.kind]);
  const light = colour[0] + colour[1] + colour[2] > 420;
  const contrast: Triple = clothColours[light ? 'navy' : 'white'];
  return {
    ...garment,
    colour,
    second: secondColour ? rgbOf(secondColour) : (look?.second ?? contrast),
    pattern: pattern ?? (look?.second ? look.pattern : 'solid'),
    // A described pattern takes precedence over the reference's own.
    ...(look?.swatch && !pattern && { swatch: look.swatch }),
  };
}

const isSeen = (look: Look | undefined): look is Look => look !== undefined;

/** Takes the look of a garment of a kind out of `looks`: below an open jacket, tops are seen too. */
function takeFor(kind: GarmentKind, looks: Look[]): Look | undefined {
  const same = looks.length > 1 ? looks.findIndex(({ cut }) => cut?.kind === kind) : 0;
  return looks.splice(Math.max(0, same), 1)[0];
}

/** Plain garments for what the reference dresses: named by its cut where that is seen. */
function garmentsOf(looks: Looks | undefined): WantedGarment[] {
  const named = (look: Look | undefined, usual: string) => (look ? understandDescription(look.cut?.name ?? usual) : []);
  return [...named(looks?.upper, 'top'), ...named(looks?.inner, 't-shirt'), ...named(looks?.lower, 'trousers')];
}

/** A garment with the cut its reference shows, except for what its description says or its name implies. */
export function cutAsShown(garment: WantedGarment, cut: ReferenceCut | undefined): WantedGarment {
  const usual = garments[garment.name];
  if (!cut || !usual) return garment;
  const { sleeve, neck, lower } = cut;
  const plainSleeve = garment.sleeve === usual.sleeve && garment.kind !== 'bottom';
  // A blouse has a collar or none.
  const openNeck = garment.neck === 'crew' || (garment.name === 'blouse' && garment.neck === usual.neck);
  const plainNeck = openNeck && garment.kind !== 'bottom' && garment.kind !== 'outer';
  const plainLower = garment.lower?.cut === usual.lower?.cut && garment.lower?.length === usual.lower?.length;
  const alike = lower && garment.lower && isSkirt(lower.cut) === isSkirt(garment.lower.cut);
  return {
    ...garment,
    ...(sleeve !== undefined && plainSleeve && { sleeve }),
    ...(plainNeck && { neck: neck ?? 'crew' }),
    ...(alike && plainLower && { lower }),
  };
}
