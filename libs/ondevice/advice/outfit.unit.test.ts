import { expect, test } from 'vitest';
import type { Appearance } from '../analysis/appearance.ts';
import { readSides } from '../words/sides.ts';
import { understandDescription } from '../words/understand-description.ts';
import { colouringsFor } from './colouring.ts';
import { clothingOf, composeOutfit, outfitTemplates, withArticle } from './outfit.ts';
import { palettes } from './palette.ts';
import { type OccasionKind, type PatternWish, wishesOf } from './wishes.ts';

const drawnAs: Readonly<Record<PatternWish, string>> = {
  striped: 'stripes',
  checked: 'check',
  dotted: 'dots',
  floral: 'floral',
};
const patterns = [undefined, 'solid', 'striped', 'checked', 'dotted', 'floral'] as const;
const nobody: Appearance = { skin: null, hair: 'unknown', contrast: 'medium', wears: 'unknown' };

/** What the try-on reads from a description; several colourings have the same one. */
const readings = new Map<string, ReturnType<typeof read>>();
const read = (clothing: string) =>
  understandDescription(clothing).map((one) => ({
    name: one.name,
    colour: one.colour ?? one.usualColour,
    second: one.secondColour,
    pattern: one.pattern,
    material: one.material,
  }));
function understand(clothing: string) {
  const understood = readings.get(clothing) ?? read(clothing);
  readings.set(clothing, understood);
  return understood;
}
const occasions: readonly (readonly [OccasionKind, string])[] = [
  ['general', ''],
  ['general', 'pink, gold, white, no blue'],
  ['funeral', ''],
  ['beach', ''],
];
const occasionsAndWishes = occasions.map(([kind, wish]) => [kind, wishesOf(readSides(wish))] as const);

test.each(outfitTemplates.map((template) => [template.id, template] as const))(
  'given %s in all palettes and patterns, then the try-on understands the garments, colours and patterns meant',
  (_, template) => {
    let composed = 0;
    for (const palette of Object.values(palettes))
      for (const [kind, wish] of occasionsAndWishes)
        for (const pattern of patterns)
          for (const colouring of colouringsFor(palette, nobody, { kind, weather: undefined }, wish)) {
            const outfit = composeOutfit(template, colouring, pattern);
            composed++;
            const understood = understand(clothingOf(outfit));
            const meant = outfit.pieces.map((piece, k) => ({
              name: piece.noun,
              colour: piece.colour,
              second: piece.second,
              pattern: piece.pattern && drawnAs[piece.pattern],
              material: piece.material ?? understood[k]?.material,
            }));
            if (JSON.stringify(understood) !== JSON.stringify(meant))
              expect(understood, clothingOf(outfit)).toEqual(meant);
          }
    expect(composed).toBeGreaterThan(700);
  },
);

test.each([
  ['ivory shirt', 'an ivory shirt'],
  ['navy blazer', 'a navy blazer'],
  ['silk dress', 'a silk dress'],
  ['grey trousers', 'grey trousers'],
])('given "%s", then it is called "%s"', (phrase, expected) => {
  expect(withArticle(phrase)).toBe(expected);
});
