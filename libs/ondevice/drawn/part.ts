import type { Point } from '../pixels/points.ts';
import type { Relief } from './folds.ts';
import type { Following } from './follow-worn.ts';
import type { Side } from './side.ts';

/** A seam, stitching or the edge of a pocket; `width` in shoulder widths, `strength` 0..1 darker or -1..0 lighter. */
export type Seam = { points: readonly Point[]; width: number; strength: number };

/** The shadow that a part throws on what lies under it; lengths in shoulder widths. */
export type ContactShadow = {
  strength: number;
  dx?: number;
  dy?: number;
  blur?: number;
  /** How much of the part throws it, 0..1: sleeves only do below the armpit. */
  share?: (x: number, y: number) => number;
};

/** A piece of a garment, drawn over what is already there. Everything is in body coordinates (see Measures). */
export type Part = {
  /** The closed outline; where it crosses itself, both loops are inside. */
  outline: readonly Point[];
  /** A further border: positive inside, as a distance in shoulder widths (an open front). */
  inside?: (x: number, y: number) => number;
  /** The form of the body under the cloth: smoothed before it is lit, defined a little beyond the outline too. */
  form: Relief;
  /** Folds of the garment's own, as pleats, not smoothed. */
  folds?: Relief;
  /** Folds as cloth falls, which are invented where the photograph shows none. */
  drape?: Relief;
  /** Over which distance folds go over into each other, in shoulder widths: at a bent elbow those of both halves of a sleeve meet. */
  blend?: number;
  /** Where the cloth's pattern and weave are: x across, y down or along the arm. */
  cloth: (x: number, y: number) => Point;
  /** Which sleeve it is, if it is one. */
  sleeve?: Side;
  /** Standard deviation of the smoothing of `form`. */
  round?: number;
  /** How much darker the cloth is where it turns away at the outline, 0..1. */
  rim?: number;
  /** Where it turns away there, 0..1: everywhere unless given. */
  turns?: (x: number, y: number) => number;
  follows?: Following;
  shadow?: ContactShadow;
  seams?: readonly Seam[];
  /** Drawn below what is already there, where that leaves something open. */
  behind?: boolean;
};
