/** What a garment is made of, as far as it changes how light falls on it. */
export type Material = 'cotton' | 'wool' | 'knit' | 'leather' | 'denim' | 'silk' | 'velvet' | 'linen' | 'suede';

/**
 * `contrast` scales the folds, `soft` is how much wider they are than those of cotton, `gloss` 0..1 adds highlights, `grain` is the
 * spread of fine brightness noise, `rib` and `twill` the depth of a knit's ribs and of a weave's diagonal.
 */
export type Surface = {
  contrast: number;
  soft: number;
  gloss: number;
  grain: number;
  rib: number;
  twill: number;
};

const surface = (contrast: number, grain: number, rest: Partial<Surface> = {}): Surface => ({
  contrast,
  grain,
  soft: 1,
  gloss: 0,
  rib: 0,
  twill: 0,
  ...rest,
});

/** Light parameters of each material, tuned by eye. */
export const surfaces: Readonly<Record<Material, Surface>> = {
  cotton: surface(1, 0.018),
  wool: surface(0.9, 0.04, { soft: 1.5 }),
  knit: surface(0.9, 0.035, { rib: 0.055, soft: 1.7 }),
  leather: surface(1.25, 0.015, { gloss: 0.35, soft: 1.3 }),
  denim: surface(1, 0.04, { twill: 0.05 }),
  silk: surface(1.2, 0.006, { gloss: 0.14, soft: 1.6 }),
  velvet: surface(1.3, 0.02, { gloss: 0.08, soft: 1.5 }),
  linen: surface(1, 0.045),
  suede: surface(0.9, 0.035, { soft: 1.4 }),
};
