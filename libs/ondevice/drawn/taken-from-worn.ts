import type { GarmentKind } from '../garment/garments.ts';
import type { Plane, Size } from '../pixels/plane.ts';

/** The folds of a worn garment: their light as a factor on light, and where they are seen, 0..1. */
export type Folds = { light: Plane; seen: Plane };

/** What a garment takes of the light on the worn one: the broad light, as a factor, and `share` 0..1 of its folds, with their `contrast`. */
export type TakenLight = { broad: Plane; folds?: Folds; share: number; contrast: number };

/** {@link TakenLight} of a garment of a `kind` whose cloth has this luminance. */
export type WornLight = (kind: GarmentKind, luminance: number) => TakenLight;

/**
 * The person's outline: how far each pixel lies inside of it, in shoulder widths, and how far what ends there is worn cloth (1), or bare
 * (0), if it is either (`known` 0..1). On a copy that is `factor` times smaller.
 */
export type WornOutline = { distance: Plane; cloth: Plane; known: Plane; size: Size; factor: number };
