/** A worn cloth: how strongly it is printed (0 plain, 1 strongly) and how light it is (luminance 0..1). */
export type SeenCloth = { print: number; light: number };

/**
 * What is worn on the legs: round `both` of them, round `each`, or nothing but skin (`neither`). `length` as in Lower; `width` at
 * the knees relative to the hips; `torn`: the share of its length at which skin shows through.
 */
export type SeenLower = SeenCloth & {
  around: 'both' | 'each' | 'neither';
  length: number;
  width: number;
  torn: number;
};

/** What the photograph shows of the clothes, as far as it decides how new ones are rendered. */
export type SeenClothes = {
  /**
   * `sleeve`: 0 none, 1 to the elbow, 2 to the wrist; `high`: it closes round the neck; `cropped`: it leaves the picture above its ends;
   * `belowPicture`: so do the shoulders.
   */
  upper: SeenCloth & { sleeve: number; high: boolean; cropped: boolean; belowPicture: boolean };
  /** undefined if the picture ends above the legs. */
  lower: SeenLower | undefined;
  /** Upper and lower are one dress. */
  oneDress: boolean;
  /** Whether the front of the trunk is turned to us at all. */
  frontSeen: boolean;
  /** Whether the pose lets a new outline be drawn. */
  drawable: { upper: boolean; lower: boolean };
};
