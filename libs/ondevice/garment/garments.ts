import table from '../words/data/garments.json' with { type: 'json' };
import type { ColourName } from './colour-names.ts';
import type { Lower } from './leg-cuts.ts';
import type { Material } from './materials.ts';

/** Where a garment is worn. */
export type GarmentKind = 'top' | 'outer' | 'dress' | 'bottom';

/** The shape of an open front. */
export type Cut = 'blazer' | 'zip' | 'overshirt' | 'cardigan';

export type Neck = 'crew' | 'scoop' | 'v' | 'collar' | 'turtle' | 'boat';

/** Properties implied by a garment's name. `sleeve`: 0 none, 1 to the elbow, 2 to the wrist. */
export type Garment = {
  kind: GarmentKind;
  material: Material;
  sleeve: number;
  neck: Neck;
  cut?: Cut;
  /** What it is on the legs: of bottoms and dresses. */
  lower?: Lower;
  colour?: ColourName;
  /** What belongs to one that is several: the legs, and what is worn below if nothing else is said. */
  set?: { legs: string; below?: string; tie?: ColourName };
};

/** Known garments by name. */
export const garments = table as Readonly<Record<string, Garment>>;
