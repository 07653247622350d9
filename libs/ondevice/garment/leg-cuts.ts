/** Garments on the legs by how they are cut: skirts go round both legs, the others round each. */
export type LegCut =
  | 'straight skirt'
  | 'a-line skirt'
  | 'pleated skirt'
  | 'straight trousers'
  | 'wide trousers'
  | 'slim trousers';

export type SkirtCut = Extract<LegCut, `${string} skirt`>;
export type TrouserCut = Exclude<LegCut, SkirtCut>;

/**
 * What a garment is on the legs, the skirt of a dress and the legs of a jumpsuit too. `length`: 0 at the hip, 1 at the knee,
 * 2 at the ankle; trousers up to {@link longestShorts} are shorts.
 */
export type Lower = { cut: LegCut; length: number };

/** From the hip to just below the knee. */
export const longestShorts = 1.25;

/** Whether a cut goes round both legs. */
export const isSkirt = (cut: LegCut): cut is SkirtCut => cut.endsWith('skirt');
