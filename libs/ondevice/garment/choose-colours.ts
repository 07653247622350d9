import type { Triple } from '../pixels/colour.ts';
import type { Approximation } from './approximation.ts';
import { type ColourName, clothColours } from './colour-names.ts';
import type { GarmentKind } from './garments.ts';
import type { Layer } from './layer.ts';
import type { Pattern } from './patterns.ts';
import { type Print, sleeveReach } from './print.ts';
import { understandDescription } from './understand-description.ts';
import type { WantedGarment } from './wanted-garment.ts';

/** The look of a reference garment: sRGB bytes; `print` if it lies flat, so that its cloth can be used. */
export type Look = { colour: Triple; second: Triple | undefined; pattern: Pattern; print?: Print };

/** What a reference picture shows for the upper and the lower body; a flat garment is given as `upper`. */
export type Looks = { upper: Look | undefined; lower: Look | undefined };

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
  const garments = wanted.length > 0 ? wanted : garmentsOf(looks);
  const left = { upper: looks?.upper, lower: looks?.lower };
  // A flat garment is stored as upper, but the description may only name trousers.
  if (looks && !looks.lower && garments.every(({ kind }) => kind === 'bottom')) left.lower = looks.upper;
  const approximations = new Set<Approximation>();
  const layers = garments.map((garment) => {
    const where = garment.kind === 'bottom' ? 'lower' : 'upper';
    const look = garment.colour ? undefined : left[where];
    if (look) {
      left[where] = undefined;
      const worn = look.print && where === 'upper';
      approximations.add(worn ? 'reference_cut_changed' : 'reference_colour_only');
    } else if (!garment.colour && !garment.usualColour) approximations.add('colour_chosen');
    return dyed(garment, look);
  });
  return { layers, approximations: [...approximations] };
}

function dyed(
  { colour: said, usualColour, secondColour, pattern, ...garment }: WantedGarment,
  look: Look | undefined,
): Layer {
  // Blue denim is denim blue.
  const name = said === 'blue' && garment.material === 'denim' ? 'denim' : said;
  const colour: Triple = look?.colour ?? clothColours[name ?? usualColour ?? defaults[garment.kind]];
  const light = colour[0] + colour[1] + colour[2] > 420;
  const contrast: Triple = clothColours[light ? 'navy' : 'white'];
  return {
    ...garment,
    colour,
    second: secondColour ? clothColours[secondColour] : (look?.second ?? contrast),
    pattern: pattern ?? (look?.second ? look.pattern : 'solid'),
    // A described pattern takes precedence over the reference's print.
    ...(look?.print && !pattern && garment.kind !== 'bottom' && { print: look.print }),
  };
}

/** Plain garments for the parts of the body that the reference dresses. */
const garmentsOf = (looks: Looks | undefined): WantedGarment[] => [
  ...(looks?.upper ? asLongAs(understandDescription('top'), looks.upper) : []),
  ...(looks?.lower ? understandDescription('trousers') : []),
];

const asLongAs = (garments: readonly WantedGarment[], { print }: Look): WantedGarment[] =>
  garments.map((garment) => (print ? { ...garment, sleeve: sleeveReach(print.shape) } : garment));
