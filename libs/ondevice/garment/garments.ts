import table from '../words/data/garments.json' with { type: 'json' };
import type { ColourName, SaidColour } from './colour-names.ts';
import type { Pattern } from './patterns.ts';

/** Where a garment is worn. */
export type GarmentKind = 'top' | 'outer' | 'dress' | 'bottom';

/** What a garment is made of, as far as it changes how light falls on it. */
export type Material = 'cotton' | 'wool' | 'knit' | 'leather' | 'denim' | 'silk' | 'velvet' | 'linen' | 'suede';

export type Neck = 'crew' | 'scoop' | 'v' | 'collar' | 'turtle' | 'boat';

export type SkirtCut = 'straight skirt' | 'a-line skirt' | 'pleated skirt';
export type TrouserCut = 'straight trousers' | 'wide trousers' | 'slim trousers';

/** Garments on the legs by how they are cut: skirts go round both legs, the others round each. */
export type LegCut = SkirtCut | TrouserCut;

/** Whether a cut goes round both legs. */
export const isSkirt = (cut: LegCut): cut is SkirtCut => cut.endsWith('skirt');

/**
 * What a garment is on the legs, the skirt of a dress and the legs of a jumpsuit too. `length`: 0 at the hip, 1 at the knee,
 * 2 at the ankle; trousers up to {@link longestShorts} are shorts.
 */
export type Lower = { cut: LegCut; length: number };

/** From the hip to just below the knee. */
export const longestShorts = 1.25;

/** Properties implied by a garment's name. `sleeve`: 0 none, 1 to the elbow, 2 to the wrist; `cut`: the shape of an open front. */
export type Garment = {
  kind: GarmentKind;
  material: Material;
  sleeve: number;
  neck: Neck;
  cut?: 'blazer' | 'zip' | 'overshirt' | 'cardigan';
  /** What it is on the legs: of bottoms and dresses. */
  lower?: Lower;
  colour?: ColourName;
  /** What belongs to one that is several: the legs, and what is worn below, with a tie, if nothing else is said. */
  set?: { legs: string; below?: string };
};

/** Known garments by name. */
export const garments = table as Readonly<Record<string, Garment>>;

/** A garment from a description; `usualColour` is implied by its name ("jeans"). */
export type WantedGarment = Omit<Garment, 'colour' | 'set'> & {
  name: string;
  colour: SaidColour | undefined;
  usualColour: ColourName | undefined;
  secondColour: SaidColour | undefined;
  pattern: Pattern | undefined;
  /** Whether a tie was ordered with it, which is not drawn. */
  tie?: true;
  /** Whether it is a jacket that was ordered without a collar. */
  collarless?: true;
  /** Whether another garment of its kind was ordered too, which is not drawn. */
  hides?: true;
  /** Whether it was ordered in two colours without a pattern: only one is drawn. */
  mixed?: true;
};
