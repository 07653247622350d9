import type { ColourName } from '../garment/colour-names.ts';
import type { SeenColours } from './garment-colours.ts';

/** The categories of items. */
export type Category = 'top' | 'outerwear' | 'dress' | 'bottom' | 'shoes';

export type SleeveLength = 'sleeveless' | 'short-sleeved' | 'three-quarter-sleeved' | 'long-sleeved';

export type Neckline = 'high' | 'round' | 'low';

/** How far a garment reaches down a leg. */
export type LegLength = 'short' | 'knee-length' | 'mid-calf' | 'full-length';

/** Measurements of a garment; undefined where not measurable. */
export type SeenGarment = {
  category: Category;
  /** Its name, as far as the shape determines it. */
  kind: 'top' | 't-shirt' | 'jacket' | 'dress' | 'trousers' | 'jeans' | 'shorts' | 'skirt' | 'shoes';
  colours: SeenColours;
  sleeve?: SleeveLength;
  neckline?: Neckline;
  /** Colour of a shirt, scarf or collar visible in the neckline. */
  atNeck?: ColourName;
  length?: LegLength;
  /** Only its upper part is in the picture. */
  cutOff?: boolean;
  /** Worn open over another garment. */
  open?: boolean;
};
