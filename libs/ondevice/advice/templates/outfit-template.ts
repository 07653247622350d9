import type { Material } from '../../garment/materials.ts';
import type { OccasionKind } from '../read-occasion.ts';
import type { PatternWish, StyleWish } from '../read-wishes.ts';

/**
 * Where a garment takes its colour from: the palette's base, another base, its accent, its light colours, or what
 * jeans and leather come in.
 */
export type ColourRole = 'base' | 'other' | 'accent' | 'light' | 'jeans' | 'leather';

/** One garment of an outfit; `noun` is a name that `understandDescription` knows. */
export type TemplateLayer = {
  noun: string;
  role: ColourRole;
  material?: Material;
  /** Its pattern unless another one is asked for. */
  pattern?: PatternWish;
  /** May take a pattern that is asked for. */
  patternable?: true;
};

/** An outfit without its colours. */
export type OutfitTemplate = {
  id: string;
  style: string;
  tags: readonly StyleWish[];
  /** How well it fits, 1..3; occasions that are not listed it does not fit. */
  fits: Readonly<Partial<Record<OccasionKind, number>>>;
  weather?: 'cold' | 'hot';
  /** From the outside in, the bottom last. */
  layers: readonly TemplateLayer[];
  /** Shoes and the like; `{accent}` and other names of the colouring stand for colours. */
  extras: readonly string[];
  /** What is good about it, as the beginning of a sentence. */
  virtue: string;
  /** Only for who asks for a dress or a skirt: nothing is guessed from a face. */
  onlyAsked?: true;
};

/** A garment that stays plain. */
export const piece = (noun: string, role: ColourRole, material?: Material): TemplateLayer => ({
  noun,
  role,
  ...(material && { material }),
});
/** A garment that takes a pattern if one is asked for. */
export const plainOr = (noun: string, role: ColourRole, material?: Material): TemplateLayer => ({
  ...piece(noun, role, material),
  patternable: true,
});
/** A garment that is striped unless another pattern, or none, is asked for. */
export const striped = (noun: string, role: ColourRole, material?: Material): TemplateLayer => ({
  ...plainOr(noun, role, material),
  pattern: 'striped',
});
/** A garment that is checked unless another pattern, or none, is asked for. */
export const checked = (noun: string, role: ColourRole, material?: Material): TemplateLayer => ({
  ...plainOr(noun, role, material),
  pattern: 'checked',
});
