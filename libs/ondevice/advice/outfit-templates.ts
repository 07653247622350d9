import type { Material } from '../garment/garments.ts';
import outfits from './outfits.json' with { type: 'json' };
import type { OccasionKind } from './read-occasion.ts';
import type { PatternWish, StyleWish } from './read-wishes.ts';

/**
 * Source of a garment's colour: the palette's base, another base, its accent, its light colours, or the usual colours of
 * jeans and leather.
 */
export type ColourRole = 'base' | 'other' | 'accent' | 'light' | 'jeans' | 'leather';

/** One garment of an outfit; `noun` is a garment of the vocabulary. */
export type TemplateLayer = {
  noun: string;
  role: ColourRole;
  material?: Material;
  /** Default pattern. */
  pattern?: PatternWish;
  /** Whether a wanted pattern may be applied. */
  patternable?: true;
};

/** An outfit without its colours. */
export type OutfitTemplate = {
  id: string;
  style: string;
  tags: readonly StyleWish[];
  /** How well it fits, 1..3, by occasion; it does not fit missing ones. */
  fits: Readonly<Partial<Record<OccasionKind, number>>>;
  weather?: 'cold' | 'hot';
  /** From the outside in, the bottom last. */
  layers: readonly TemplateLayer[];
  /** Shoes and the like; `{accent}` and other names of the colouring stand for colours. */
  extras: readonly string[];
  /** Its merit, as the beginning of a sentence. */
  virtue: string;
  /** A dress, a skirt or a jumpsuit: recommended where `offerDresses` decides so. */
  dressy?: true;
};

/** All outfit templates; ties are resolved in this order. */
export const outfitTemplates = outfits as readonly OutfitTemplate[];
