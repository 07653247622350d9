import { describe, expect, test } from 'vitest';
import { chooseRendering, chooseRenderings, type Wanted } from './choose-rendering.ts';
import type { LegCut } from './leg-cuts.ts';
import type { SeenClothes, SeenLower } from './seen-clothes.ts';

const plainCloth = { print: 0, light: 0.5 };
const jeans: SeenLower = { around: 'each', length: 2, width: 0.4, torn: 0, ...plainCloth };
const shorts: SeenLower = { ...jeans, length: 0.7 };
const skirt: SeenLower = { around: 'both', length: 1, width: 0.9, torn: 0, ...plainCloth };
const bareLegs: SeenLower = { around: 'neither', length: 0, width: 0.3, torn: 0, ...plainCloth };
const drawable = { upper: true, lower: true };

type Worn = {
  sleeve?: number;
  print?: number;
  light?: number;
  high?: boolean;
  cropped?: boolean;
  belowPicture?: boolean;
} & Partial<Omit<SeenClothes, 'upper'>>;

const wears = ({ sleeve = 2, print = 0, light = 0.5, high = false, cropped = false, ...rest }: Worn): SeenClothes => ({
  upper: { sleeve, print, light, high, cropped, belowPicture: rest.belowPicture ?? false },
  ...{ lower: jeans, oneDress: false, frontSeen: true, drawable, ...rest },
});
const below = (cut: LegCut, length: number): Wanted => ({
  ...{ kind: 'bottom', sleeve: 0, neck: 'crew', light: 0.4, lower: { cut, length } },
});
const above = (wanted: Partial<Wanted>): Wanted => ({ kind: 'top', sleeve: 2, neck: 'crew', light: 0.4, ...wanted });
const dress = (sleeve: number, length = 1): Wanted =>
  above({ kind: 'dress', sleeve, lower: { cut: 'a-line skirt', length } });

describe('on the legs', () => {
  test.each<[string, string, LegCut, number, SeenLower, string, LegCut, number, readonly string[]]>([
    ['skirt', 'jeans', 'a-line skirt', 0.9, jeans, 'draw', 'a-line skirt', 0.9, ['tights_added']],
    ['pleated skirt', 'jeans', 'pleated skirt', 0.9, jeans, 'draw', 'pleated skirt', 0.9, ['tights_added']],
    ['long skirt', 'jeans', 'a-line skirt', 1.9, jeans, 'draw', 'a-line skirt', 1.9, []],
    [
      'short skirt',
      'long shorts',
      'straight skirt',
      0.6,
      { ...shorts, length: 1.1 },
      'draw',
      'straight skirt',
      1.1,
      ['length_kept'],
    ],
    ['skirt', 'shorts', 'a-line skirt', 0.9, shorts, 'draw', 'a-line skirt', 0.9, []],
    ['skirt', 'the like', 'a-line skirt', 0.9, skirt, 'recolour', 'a-line skirt', 0.9, []],
    ['pleated skirt', 'a plain one', 'pleated skirt', 0.9, skirt, 'draw', 'pleated skirt', 0.9, []],
    ['mini skirt', 'a knee-length one', 'a-line skirt', 0.6, skirt, 'recolour', 'a-line skirt', 1, ['length_kept']],
    ['maxi skirt', 'a knee-length one', 'a-line skirt', 1.9, skirt, 'draw', 'a-line skirt', 1.9, []],
    ['trousers', 'the like', 'straight trousers', 2, jeans, 'recolour', 'straight trousers', 2, []],
    ['wide trousers', 'jeans', 'wide trousers', 2, jeans, 'draw', 'wide trousers', 2, []],
    ['trousers', 'a skirt', 'straight trousers', 2, skirt, 'draw', 'straight trousers', 2, []],
    ['trousers', 'shorts', 'wide trousers', 2, shorts, 'draw', 'wide trousers', 2, []],
    ['trousers', 'nothing', 'straight trousers', 2, bareLegs, 'draw', 'straight trousers', 2, []],
    ['shorts', 'jeans', 'straight trousers', 0.62, jeans, 'recolour', 'straight trousers', 2, ['length_kept']],
    ['shorts', 'a skirt', 'straight trousers', 0.62, skirt, 'draw', 'straight trousers', 1, ['length_kept']],
    ['shorts', 'shorts', 'straight trousers', 0.62, shorts, 'recolour', 'straight trousers', 0.62, []],
    ['leggings', 'jeans', 'slim trousers', 2, jeans, 'recolour', 'slim trousers', 2, []],
    ['leggings', 'wide trousers', 'slim trousers', 2, { ...jeans, width: 0.6 }, 'draw', 'slim trousers', 2, []],
  ])('given %s over %s, then %#', (_, __, cut, length, lower, way, madeCut, madeLength, approximations) => {
    expect(chooseRendering(below(cut, length), wears({ lower }))).toEqual({
      ...{ way, sleeve: 0, lower: { cut: madeCut, length: madeLength } },
      ...{ tights: approximations.includes('tights_added'), approximations },
    });
  });

  test('given a picture without legs, then the garment is left and that is told', () => {
    expect(chooseRendering(below('a-line skirt', 1), wears({ lower: undefined }))).toMatchObject({
      way: 'leave',
      approximations: ['not_in_picture'],
    });
  });

  test('given strongly printed trousers, then plain ones are drawn over them', () => {
    const printed = { ...jeans, print: 0.6 };
    expect(chooseRendering(below('straight trousers', 2), wears({ lower: printed })).way).toBe('draw');
  });

  test('given ripped jeans, then whole ones are drawn over them', () => {
    expect(chooseRendering(below('straight trousers', 2), wears({ lower: { ...jeans, torn: 0.1 } })).way).toBe('draw');
  });

  test('given white trousers over black ones, then they are drawn', () => {
    const black = { ...jeans, light: 0.03 };
    expect(chooseRendering({ ...below('straight trousers', 2), light: 0.9 }, wears({ lower: black })).way).toBe('draw');
  });

  describe('of somebody who sits', () => {
    const sits = { drawable: { upper: true, lower: false } };

    test('then a skirt keeps the shape of the trousers', () => {
      expect(chooseRendering(below('a-line skirt', 1), wears(sits))).toMatchObject({
        way: 'recolour',
        tights: false,
        approximations: ['cut_kept'],
      });
    });

    test('then trousers stay trousers, with nothing to tell', () => {
      expect(chooseRendering(below('straight trousers', 2), wears(sits))).toMatchObject({
        way: 'recolour',
        approximations: [],
      });
    });

    test('then no bare leg is painted', () => {
      expect(chooseRendering(below('straight trousers', 2), wears({ ...sits, lower: bareLegs }))).toMatchObject({
        way: 'leave',
        approximations: ['left_out'],
      });
    });
  });
});

describe('above', () => {
  test.each<[string, string, Wanted, Worn, string, number, readonly string[]]>([
    ['sweater', 'long sleeves', above({}), {}, 'recolour', 2, []],
    ['t-shirt', 'short sleeves', above({ sleeve: 0.55 }), { sleeve: 0.6 }, 'recolour', 0.6, []],
    ['t-shirt', 'long sleeves', above({ sleeve: 0.55 }), {}, 'recolour', 2, ['sleeves_kept']],
    ['sweater', 'bare arms', above({}), { sleeve: 0 }, 'draw', 2, []],
    ['tank top', 'a t-shirt', above({ sleeve: 0 }), { sleeve: 0.6 }, 'recolour', 0.6, ['sleeves_kept']],
    ['shirt', 'a strong print', above({}), { print: 0.6 }, 'draw', 2, []],
    ['white shirt', 'black', above({ light: 0.9 }), { light: 0.03 }, 'draw', 2, []],
    ['turtleneck', 'an open neck', above({ neck: 'turtle' }), {}, 'draw', 2, []],
    ['turtleneck', 'a turtleneck', above({ neck: 'turtle' }), { high: true }, 'recolour', 2, []],
    ['sweater', 'what leaves the picture', above({}), { sleeve: 0, cropped: true }, 'recolour', 2, []],
    ['turtleneck', 'the same', above({ neck: 'turtle' }), { sleeve: 0, cropped: true }, 'recolour', 2, []],
    ['v-neck sweater', 'the same', above({ neck: 'v' }), { sleeve: 0, cropped: true }, 'draw', 2, []],
    ['jacket', 'the same', above({ kind: 'outer' }), { sleeve: 0, cropped: true }, 'draw', 2, []],
    ['white sweater', 'black that does', above({ light: 0.9 }), { light: 0, sleeve: 0, cropped: true }, 'draw', 2, []],
    ['shirt with a tie', 'a shirt', above({ neck: 'collar', tie: 'navy' }), {}, 'draw', 2, []],
    ['coat', 'a full figure', above({ kind: 'outer' }), {}, 'draw', 2, []],
    ['blazer', 'a portrait', above({ kind: 'outer' }), { lower: undefined }, 'recolour', 2, []],
    ['shirt', 'turned away', above({}), { sleeve: 0, drawable: { upper: false, lower: false } }, 'recolour', 2, []],
  ])('given a %s over %s, then %#', (_, __, wanted, worn, way, sleeve, approximations) => {
    expect(chooseRendering(wanted, wears(worn))).toEqual({ way, sleeve, tights: false, approximations });
  });
});

test('given shoulders below the picture, then a top keeps the worn cut, which is reported unless both necklines are round', () => {
  const undrawn = { lower: undefined, drawable: { upper: false, lower: false } };
  const close = { ...undrawn, belowPicture: true };
  for (const neck of ['collar', 'crew', 'v'] as const)
    expect(chooseRendering(above({ neck }), wears(close)).approximations).toEqual(['cut_kept']);
  expect(chooseRendering(above({}), wears({ ...close, cropped: true })).approximations).toEqual([]);
  expect(chooseRendering(above({ neck: 'collar' }), wears({ ...close, cropped: true })).approximations).toEqual([
    'cut_kept',
  ]);
  expect(chooseRendering(above({}), wears(undrawn)).approximations).toEqual([]);
});

test('given a jacket on somebody turned away, or whose shoulders are below the picture, then its front is closed, and that is said', () => {
  const jacket = above({ kind: 'outer' });
  const undrawn = { drawable: { upper: false, lower: false } };
  expect(chooseRendering(jacket, wears({ ...undrawn, frontSeen: false }))).toMatchObject({
    ...{ way: 'recolour', closed: true, approximations: ['cut_kept'] },
  });
  expect(chooseRendering(jacket, wears({ ...undrawn, belowPicture: true }))).toMatchObject({ closed: true });
  expect(chooseRendering(jacket, wears(undrawn))).not.toHaveProperty('closed');
  expect(chooseRendering(above({}), wears({ ...undrawn, frontSeen: false }))).not.toHaveProperty('closed');
  expect(chooseRendering(above({}), wears({ ...undrawn, frontSeen: false })).approximations).toEqual(['cut_kept']);
});

test('given a waistcoat over worn sleeves, then it has none, as those of what is below it are kept', () => {
  expect(chooseRendering(above({ kind: 'outer', sleeve: 0 }), wears({ sleeve: 2 }))).toMatchObject({
    ...{ sleeve: 0, approximations: [] },
  });
  expect(chooseRendering(above({ sleeve: 0 }), wears({ sleeve: 2 })).approximations).toContain('sleeves_kept');
});

describe('garments over one another', () => {
  const ways = (wanted: readonly Wanted[], worn: Worn) => chooseRenderings(wanted, wears(worn)).map(({ way }) => way);

  test('given a coat that is drawn, then the top below it is drawn too, though it would fit', () => {
    expect(ways([above({}), above({ kind: 'outer' })], {})).toEqual(['draw', 'draw']);
  });

  test('given both fit a portrait, then both are recoloured', () => {
    expect(ways([above({}), above({ kind: 'outer' })], { lower: undefined })).toEqual(['recolour', 'recolour']);
  });

  test('given a dress that cannot be drawn on somebody who sits, then the coat over it is recoloured', () => {
    const sits = { sleeve: 0.4, drawable: { upper: true, lower: false } };
    expect(ways([dress(0.35), above({ kind: 'outer' })], sits)).toEqual(['recolour', 'recolour']);
  });

  test('given trousers, then they are chosen by themselves', () => {
    expect(ways([below('straight trousers', 2), above({ kind: 'outer' })], {})).toEqual(['recolour', 'draw']);
  });

  test('given a tie on a pose that cannot be drawn, then it is left out, and that is told', () => {
    const away = wears({ drawable: { upper: false, lower: false } });
    expect(chooseRendering(above({ neck: 'collar', tie: 'navy' }), away)).toMatchObject({
      way: 'recolour',
      approximations: ['accessories_left_out'],
    });
  });
});

describe('a dress', () => {
  const inDress: Worn = { sleeve: 0.35, lower: skirt, oneDress: true };

  test('given jeans, then it is drawn over tights', () => {
    expect(chooseRendering(dress(0.35), wears({ sleeve: 0.5 }))).toEqual({
      ...{ way: 'draw', sleeve: 0.5, lower: { cut: 'a-line skirt', length: 1 } },
      ...{ tights: true, approximations: ['tights_added'] },
    });
  });

  test('given long sleeves and jeans, then it has long sleeves and tights', () => {
    expect(chooseRendering(dress(0.35), wears({})).approximations).toEqual(['sleeves_kept', 'tights_added']);
  });

  test('given a dress of the same length, then the worn one is recoloured', () => {
    expect(chooseRendering(dress(0.35), wears(inDress))).toMatchObject({ way: 'recolour', approximations: [] });
  });

  test('given a longer dress, then its length is kept and no leg invented', () => {
    expect(chooseRendering(dress(0.35, 0.62), wears(inDress)).approximations).toEqual(['length_kept']);
  });

  test('given a printed dress, then a plain one is drawn', () => {
    expect(chooseRendering(dress(0.35), wears({ ...inDress, print: 0.7 })).way).toBe('draw');
  });

  test('given a portrait, then only its bodice is there and nothing is missing', () => {
    expect(chooseRendering(dress(0.35), wears({ sleeve: 0.4, lower: undefined }))).toMatchObject({
      way: 'recolour',
      approximations: [],
    });
  });

  test('given somebody who sits in jeans, then they stay and that is told', () => {
    const sits = wears({ sleeve: 0.4, drawable: { upper: true, lower: false } });
    expect(chooseRendering(dress(0.35), sits)).toMatchObject({ way: 'recolour', approximations: ['cut_kept'] });
  });
});

describe('given that painting over the worn folds did not succeed', () => {
  test('then what would keep them is drawn', () => {
    expect(chooseRendering(above({}), wears({}), false).way).toBe('draw');
    expect(chooseRendering(below('straight trousers', 2), wears({}), false).way).toBe('draw');
  });

  test('then a pose that cannot be drawn on still keeps them', () => {
    const away = { drawable: { upper: false, lower: false } };
    expect(chooseRendering(above({}), wears(away), false).way).toBe('recolour');
  });
});
