import type { ColourName } from '../garment/colour-names.ts';
import type { Colouring } from './colouring.ts';
import type { OutfitTemplate, TemplateLayer } from './outfit-templates.ts';
import type { PatternWish } from './read-wishes.ts';

/** A garment with its colours. */
export type Piece = {
  noun: string;
  colour: ColourName;
  second: ColourName | undefined;
  pattern: PatternWish | undefined;
  material: TemplateLayer['material'];
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

const patternWords = { striped: 'striped', checked: 'checked', dotted: 'polka-dot', floral: 'floral' } as const;

/** Describes a piece: "navy and white striped cotton t-shirt". */
export function namePiece({ noun, colour, second, pattern, material }: Piece): string {
  const denim = colour === 'denim';
  // The name of jeans and denim jackets implies the colour.
  const shade = denim ? (noun === 'jeans' ? 'classic' : noun.startsWith('denim') ? '' : 'denim') : colour;
  const colours = second ? `${colour} and ${second}` : shade;
  return [colours, pattern && patternWords[pattern], material, noun].filter(Boolean).join(' ');
}

/** Adds "a" or "an" unless it is a pair. */
export const withArticle = (phrase: string): string =>
  /(?:s|trousers)$/.test(phrase) && !/dress$/.test(phrase)
    ? phrase
    : `${/^[aeiou]/.test(phrase) ? 'an' : 'a'} ${phrase}`;

/** The garments as a description for a try-on: "navy wool blazer with a white cotton shirt and grey wool trousers". */
export function clothingOf({ pieces }: Outfit): string {
  const [first, ...rest] = pieces.map(namePiece);
  if (rest.length < 2) return [first, ...rest].join(' and ');
  return `${first} with ${rest.map((name, k) => (k === 0 ? withArticle(name) : name)).join(' and ')}`;
}
