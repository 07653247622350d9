/** A worn cloth: how strongly it is printed (0 plain, 1 strongly) and how light it is (luminance 0..1). */
export type SeenCloth = { print: number; light: number };

/**
 * What is worn on the legs: round `both` of them, round `each`, or nothing but skin (`neither`). `length`: 0 at the hip, 1 at the knee, 2 at the
 * ankle.
 */
export type SeenLower = SeenCloth & { around: 'both' | 'each' | 'neither'; length: number };

/** What the photograph shows of the clothes, as far as it decides how new ones are rendered. */
export type SeenClothes = {
  /** `sleeve`: 0 none, 1 to the elbow, 2 to the wrist, undefined if the picture ends above their ends; undefined where no cloth is seen. */
  upper: (SeenCloth & { sleeve: number | undefined }) | undefined;
  /** undefined if the picture ends above the legs. */
  lower: SeenLower | undefined;
  /** Upper and lower are one dress. */
  oneDress: boolean;
  /** Whether pose and view let a new outline be drawn. */
  drawable: { upper: boolean; lower: boolean };
};
