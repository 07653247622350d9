import type { ColourName } from '../garment/colour-names.ts';
import type { Material } from '../garment/garments.ts';
import outfits from './outfits.json' with { type: 'json' };
import type { OccasionKind, PatternWish } from './wishes.ts';

/**
 * Source of a garment's colour: the palette's base, another base, its accent, its light colours, or the usual colours of
 * jeans and leather.
 */
export type ColourRole = 'base' | 'other' | 'accent' | 'light' | 'jeans' | 'leather';

/** The colours of one outfit. */
export type Colouring = Readonly<Record<ColourRole | 'shoe' | 'trainer', ColourName>> & { readonly metal: string };

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
  /** Styles of the vocabulary. */
  tags: readonly string[];
  /** How well it fits, 1..3, by occasion; it does not fit missing ones. */
  fits: Readonly<Partial<Record<OccasionKind, number>>>;
  weather?: 'cold' | 'hot';
  /** From the outside in, the bottom last. */
  layers: readonly TemplateLayer[];
  /** Shoes and the like; `{accent}` and other names of the colouring stand for colours. */
  extras: readonly string[];
  /** Its merit, as the beginning of a sentence. */
  virtue: string;
  /** A dress, a skirt or a jumpsuit, for those to whom one is offered. */
  dressy?: true;
};

/** All outfit templates; ties are resolved in this order. */
export const outfitTemplates = outfits as readonly OutfitTemplate[];

/** Interchangeable garments for the legs. */
export const bottoms = ['trousers', 'jeans', 'chinos', 'shorts', 'skirt', 'joggers', 'leggings'];

/** A garment with its colours. */
export type Piece = {
  noun: string;
  colour: ColourName;
  second: ColourName | undefined;
  pattern: PatternWish | undefined;
  material: Material | undefined;
};

/** A template with its colours. */
export type Outfit = {
  template: OutfitTemplate;
  pieces: readonly Piece[];
  extras: readonly string[];
  colouring: Colouring;
};

/** @param pattern for the garments that allow one; `solid` removes all patterns, undefined keeps the template's */
export function composeOutfit(
  template: OutfitTemplate,
  colouring: Colouring,
  pattern: PatternWish | 'solid' | undefined,
): Outfit {
  const pieces = template.layers.map((layer): Piece => {
    const wished = pattern === 'solid' ? undefined : ((layer.patternable && pattern) ?? layer.pattern);
    const colour = colouring[layer.role];
    const second = wished && wished !== 'floral' ? contrastOf(layer, colour, colouring) : undefined;
    return { noun: layer.noun, colour, second, pattern: wished, material: layer.material };
  });
  const extras = template.extras.map((extra) =>
    extra.replace(/\{(\w+)\}/g, (_, role: string) => String(colouring[role as keyof Colouring])),
  );
  return { template, pieces, extras, colouring };
}

function contrastOf({ role }: TemplateLayer, colour: ColourName, { light, base, accent }: Colouring): ColourName {
  if (role !== 'light' && light !== colour) return light;
  return base !== colour ? base : accent;
}

/** Describes a piece: "navy and white striped cotton t-shirt". */
export function namePiece({ noun, colour, second, pattern, material }: Piece): string {
  // The name of jeans and denim jackets implies the colour.
  const denim = noun === 'jeans' ? 'classic' : noun.startsWith('denim') ? '' : 'denim';
  const shade = colour === 'denim' ? denim : colour;
  const colours = second ? `${colour} and ${second}` : shade;
  return [colours, pattern === 'dotted' ? 'polka-dot' : pattern, material, noun].filter(Boolean).join(' ');
}

/** Adds "a" or "an" unless it is a pair. */
export const withArticle = (phrase: string): string =>
  /(?<!dres)s$/.test(phrase) ? phrase : `${/^[aeiou]/.test(phrase) ? 'an' : 'a'} ${phrase}`;

/** The garments as a description for a try-on: "navy wool blazer with a white cotton shirt and grey wool trousers". */
export function clothingOf({ pieces }: Outfit): string {
  const [first, second = '', ...rest] = pieces.map(namePiece);
  if (rest.length === 0) return [first, second].filter(Boolean).join(' and ');
  return `${first} with ${[withArticle(second), ...rest].join(' and ')}`;
}
