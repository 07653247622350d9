import { describe, expect, test } from 'vitest';
import { understandDescription } from './understand-description.ts';

const read = (text: string) =>
  understandDescription(text).map(({ name, kind, colour, pattern }) => [name, kind, colour, pattern]);

describe('understandDescription', () => {
  test.each([
    [
      'navy blazer with a white t-shirt',
      [
        ['blazer', 'outer', 'navy', undefined],
        ['t-shirt', 'top', 'white', undefined],
      ],
    ],
    ['A red T-Shirt', [['t-shirt', 'top', 'red', undefined]]],
    [
      'white shirt and blue jeans',
      [
        ['shirt', 'top', 'white', undefined],
        ['jeans', 'bottom', 'blue', undefined],
      ],
    ],
    ['dark green wool sweater', [['sweater', 'top', 'dark green', undefined]]],
    ['black dress', [['dress', 'dress', 'black', undefined]]],
    ['two leather jackets', [['leather jacket', 'outer', undefined, undefined]]],
    ['a jacket in forest green', [['jacket', 'outer', 'dark green', undefined]]],
    ['light blue denim jacket', [['denim jacket', 'outer', 'light blue', undefined]]],
    ['turtleneck sweater, cream', [['turtleneck sweater', 'top', 'cream', undefined]]],
    ['a grey sweatshirt', [['sweatshirt', 'top', 'grey', undefined]]],
    ['grey shirt dress', [['dress', 'dress', 'grey', undefined]]],
    ['striped tee', [['tee', 'top', undefined, 'stripes']]],
    [
      'plaid shirt over black trousers',
      [
        ['shirt', 'top', undefined, 'check'],
        ['trousers', 'bottom', 'black', undefined],
      ],
    ],
    ['something burgundy', [['top', 'top', 'burgundy', undefined]]],
    ['polka dots', [['top', 'top', undefined, 'dots']]],
  ])('given "%s", then its garments are read in order', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  test('given two colours and a pattern, then both belong to it', () => {
    expect(understandDescription('red and white striped t-shirt')[0]).toMatchObject({
      colour: 'red',
      secondColour: 'white',
      pattern: 'stripes',
    });
  });

  test('given cut and cloth, then they are read', () => {
    expect(understandDescription('long-sleeved velvet v-neck top')[0]).toMatchObject({
      sleeve: 2,
      neck: 'v',
      material: 'velvet',
    });
    expect(understandDescription('sleeveless turtleneck')[0]).toMatchObject({ sleeve: 0, neck: 'turtle' });
    expect(understandDescription('a blouse with no collar')[0]).toMatchObject({ name: 'blouse', neck: 'crew' });
    expect(understandDescription('blouse without a collar')[0]).toMatchObject({ name: 'blouse', neck: 'crew' });
    expect(understandDescription('short sleeved denim shirt')[0]).toMatchObject({ sleeve: 0.55, usualColour: 'denim' });
  });

  test('given a jacket without collar or sleeves over a shirt, then the shirt has both', () => {
    expect(understandDescription('navy jacket with no collar over a white shirt')).toMatchObject([
      { name: 'jacket', collarless: true },
      { name: 'shirt', neck: 'collar' },
    ]);
    expect(understandDescription('a dress without sleeves over a white shirt')).toMatchObject([
      { name: 'dress', sleeve: 0 },
      { name: 'shirt', sleeve: 2 },
    ]);
  });

  test.each(['', 'make me look nice', 'hello world', 'shirty coated addressed', 'constructor __proto__ toString'])(
    'given "%s", then nothing is understood',
    (text) => {
      expect(understandDescription(text)).toEqual([]);
    },
  );
});

describe('the vocabulary', () => {
  test.each([
    ['tuxedo', 'black'],
    ['trench coat', 'beige'],
    ['leather jacket', 'black'],
    ['jeans', 'denim'],
    ['chinos', 'khaki'],
    ['leggings', 'black'],
    ['waistcoat', undefined],
  ])('given a %s without a colour, then it is usually %s', (name, usualColour) => {
    expect(understandDescription(name)[0]).toMatchObject({ colour: undefined, usualColour });
  });

  test.each([
    ['waistcoat', 'cardigan'],
    ['vest', 'cardigan'],
    ['parka', 'zip'],
    ['overshirt', 'overshirt'],
    ['coat', 'blazer'],
  ])('given a %s, then it is cut as a %s', (name, cut) => {
    expect(understandDescription(name)).toMatchObject([{ cut }]);
  });
});
