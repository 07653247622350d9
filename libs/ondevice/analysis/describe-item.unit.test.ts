import { identifiedItem } from '@styling/contracts';
import { describe, expect, test } from 'vitest';
import { type ColourName, clothColours } from '../garment/colour-names.ts';
import { describeItem } from './describe-item.ts';
import type { SeenColours, SeenGarment, SeenPattern } from './seen-garment.ts';

const dyed = (main: ColourName, pattern: SeenPattern = 'solid', second?: ColourName): SeenColours => ({
  main,
  second,
  pattern,
  rgb: clothColours[main],
});

describe('describeItem', () => {
  test.each<[SeenGarment, string, string]>([
    [
      { category: 'top', kind: 'top', colours: dyed('navy'), sleeve: 'long-sleeved', neckline: 'round' },
      'long-sleeved top',
      'Navy long-sleeved top in one plain colour, dark and muted in tone, with a round neckline close to the neck.',
    ],
    [
      { category: 'top', kind: 'top', colours: dyed('black'), atNeck: 'white' },
      'top',
      'Black top in one plain colour, dark and neutral in tone, with white showing at the neck, the sleeves not fully in view.',
    ],
    [
      { category: 'top', kind: 't-shirt', colours: dyed('red', 'striped', 'white'), sleeve: 'short-sleeved' },
      'striped t-shirt',
      'Red and white striped short-sleeved t-shirt with a medium and vivid main colour.',
    ],
    [
      { category: 'bottom', kind: 'trousers', colours: dyed('grey'), cutOff: true },
      'trousers',
      'Grey trousers in one plain colour, medium and neutral in tone, seen only in its upper part.',
    ],
    [
      { category: 'bottom', kind: 'shorts', colours: dyed('denim'), length: 'short' },
      'denim shorts',
      'Denim shorts in one plain colour, medium and muted in tone, ending above the knee.',
    ],
    [
      { category: 'dress', kind: 'dress', colours: dyed('emerald'), sleeve: 'sleeveless', length: 'full-length' },
      'sleeveless long dress',
      'Emerald sleeveless dress in one plain colour, medium and vivid in tone, reaching the ankles.',
    ],
    [
      { category: 'outerwear', kind: 'jacket', colours: dyed('camel'), open: true },
      'jacket',
      'Camel jacket in one plain colour, medium and vivid in tone, worn open over another garment.',
    ],
  ])('given %j, then it is put into words', (garment, item, description) => {
    const described = describeItem(garment);
    expect(described).toMatchObject({ item, description, color: garment.colours.main, category: garment.category });
    expect(identifiedItem.parse({ ...described, products: [] })).toMatchObject({ item });
  });

  test('given any colour and kind, then there is at least one tag, and nothing is called luxury', () => {
    const kinds = ['top', 't-shirt', 'jacket', 'dress', 'trousers', 'jeans', 'shorts', 'skirt', 'shoes'] as const;
    for (const kind of kinds)
      for (const colour of Object.keys(clothColours) as ColourName[]) {
        const { style_tags, price_range } = describeItem({ category: 'top', kind, colours: dyed(colour) });
        expect(style_tags.length).toBeGreaterThan(0);
        expect(['budget', 'mid-range', 'premium']).toContain(price_range);
      }
  });

  test.each<[SeenGarment, string, string]>([
    [{ category: 'top', kind: 't-shirt', colours: dyed('white') }, 'casual', 'budget'],
    [{ category: 'outerwear', kind: 'jacket', colours: dyed('navy') }, 'formal', 'premium'],
    [{ category: 'bottom', kind: 'trousers', colours: dyed('black') }, 'business', 'mid-range'],
    [{ category: 'top', kind: 'top', colours: dyed('hot pink'), sleeve: 'sleeveless' }, 'sporty', 'budget'],
    [{ category: 'top', kind: 'top', colours: dyed('navy', 'striped', 'white') }, 'classic', 'mid-range'],
    [{ category: 'dress', kind: 'dress', colours: dyed('black'), length: 'full-length' }, 'elegant', 'premium'],
    [{ category: 'top', kind: 'top', colours: dyed('peach', 'patterned', 'red') }, 'statement', 'mid-range'],
  ])('given %j, then it is tagged %s and its band is %s', (garment, tag, band) => {
    const described = describeItem(garment);
    expect(described.style_tags).toContain(tag);
    expect(described.price_range).toBe(band);
  });
});
