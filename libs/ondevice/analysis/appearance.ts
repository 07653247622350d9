/** Lightness of skin, in the six classes of the individual typology angle (Chardin et al. 1991). */
export type SkinDepth = 'very light' | 'light' | 'intermediate' | 'tan' | 'brown' | 'dark';

/** Undertone of skin, between pink and golden. */
export type Undertone = 'cool' | 'neutral' | 'warm';

/** `unknown`: covered, cut off, or not a natural hair colour. */
export type HairColour =
  | 'black'
  | 'dark brown'
  | 'brown'
  | 'red'
  | 'dark blonde'
  | 'blonde'
  | 'grey'
  | 'white'
  | 'unknown';

/** What is worn on the legs; `unknown` if it is not in the picture. */
export type WornOnLegs = 'dress' | 'skirt' | 'trousers' | 'unknown';

/** Difference in lightness between hair and skin. */
export type Contrast = 'low' | 'medium' | 'high';

/**
 * A person's colouring, proportions and kind of clothes as seen in a photograph, and so affected by its light. Used only to choose
 * matching colours and outfits.
 */
export type Appearance = {
  /** Null if no face is turned to the camera. */
  skin: { depth: SkinDepth; undertone: Undertone } | null;
  hair: HairColour;
  contrast: Contrast;
  /** Ratio of the distances between the shoulder joints and the hip joints; null if the hips are not in the picture. */
  shoulderToHip: number | null;
  wears: WornOnLegs;
};
