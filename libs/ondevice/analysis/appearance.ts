/** How light skin is, by the six classes of the individual typology angle (Chardin et al. 1991). */
export type SkinDepth = 'very light' | 'light' | 'intermediate' | 'tan' | 'brown' | 'dark';

/** Which way skin leans between pink and golden. */
export type Undertone = 'cool' | 'neutral' | 'warm';

/** `unknown`: covered, cut off, or no colour that hair grows in. */
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

/** How far hair and skin are apart in lightness. */
export type Contrast = 'low' | 'medium' | 'high';

/**
 * What a photograph shows of a person's colouring and proportions: measured, so it follows the light of the photograph,
 * and nothing is concluded from it but which colours go with it.
 */
export type Appearance = {
  /** Null when no face is turned to the camera. */
  skin: { depth: SkinDepth; undertone: Undertone } | null;
  hair: HairColour;
  contrast: Contrast;
  /** Distance between the shoulder joints over that between the hip joints; null when the hips are not in the picture. */
  shoulderToHip: number | null;
};
