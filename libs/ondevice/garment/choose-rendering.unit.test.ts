import { describe, expect, test } from 'vitest';
import { chooseRendering, type Wanted } from './choose-rendering.ts';
import type { LegCut } from './garments.ts';
import type { SeenClothes, SeenLower } from './see-clothes.ts';

const plain = { print: 0, light: 0.5 };
const jeans: SeenLower = { around: 'each', length: 2, ...plain };
const skirt: SeenLower = { around: 'both', length: 1, ...plain };
const bare: SeenLower = { around: 'neither', length: 0, ...plain };
const wears = ({ sleeve = 2, ...rest }: { sleeve?: number | undefined } & Partial<SeenClothes> = {}): SeenClothes => ({
  upper: { ...plain, sleeve },
  lower: jeans,
  oneDress: false,
  drawable: { upper: true, lower: true },
  ...rest,
});
const below = (cut: LegCut, length: number): Wanted => ({
  kind: 'bottom',
  sleeve: 0,
  neck: 'crew',
  lower: { cut, length },
});
const above = (wanted: Partial<Wanted>): Wanted => ({ kind: 'top', sleeve: 2, neck: 'crew', ...wanted });
const dress = above({ kind: 'dress', sleeve: 0.35, lower: { cut: 'a-line skirt', length: 1 } });
const posed = { drawable: { upper: false, lower: false } };

describe('on the legs', () => {
  test.each<[string, Wanted, SeenLower, string, number, readonly string[]]>([
    ['trousers over jeans', below('wide trousers', 2), jeans, 'recolour', 2, []],
    ['shorts over jeans', below('straight trousers', 0.62), jeans, 'recolour', 2, ['length_kept']],
    ['a maxi skirt over a skirt', below('a-line skirt', 1.9), skirt, 'recolour', 1, ['length_kept']],
    ['a skirt over jeans', below('a-line skirt', 0.9), jeans, 'draw', 0.9, ['tights_added']],
    ['a long skirt over jeans', below('a-line skirt', 1.9), jeans, 'draw', 1.9, []],
    ['shorts over a skirt', below('straight trousers', 0.62), skirt, 'draw', 1, ['length_kept']],
    ['trousers over bare legs', below('straight trousers', 2), bare, 'draw', 2, []],
  ])('given %s, then they are rendered so, and that is told', (_, wanted, lower, way, length, approximations) => {
    const chosen = chooseRendering(wanted, wears({ lower }));
    expect(chosen).toMatchObject({ way, approximations, lower: { length } });
  });

  test('given legs that are not in the picture, or a pose that lets nothing be drawn, then the garment is left, and why', () => {
    expect(chooseRendering(below('a-line skirt', 1), wears({ lower: undefined }))).toEqual({
      way: 'leave',
      approximations: ['not_in_picture'],
    });
    expect(chooseRendering(below('a-line skirt', 1), wears(posed))).toEqual({
      way: 'leave',
      approximations: ['left_out'],
    });
  });
});

describe('on the trunk', () => {
  test.each<[string, Wanted, Partial<Parameters<typeof wears>[0]>, string, readonly string[]]>([
    ['a t-shirt over long sleeves', above({ sleeve: 0.55 }), {}, 'recolour', ['sleeves_kept']],
    ['a sweater over short sleeves', above({}), { sleeve: 0.5 }, 'recolour', ['sleeves_kept']],
    ['a sweater over sleeves that leave the picture', above({}), { sleeve: undefined }, 'recolour', []],
    ['a shirt over a sweater', above({ neck: 'collar' }), {}, 'recolour', ['cut_kept']],
    ['a shirt with a tie', above({ neck: 'collar', tie: true }), {}, 'recolour', ['cut_kept', 'accessories_left_out']],
    ['a jacket', above({ kind: 'outer' }), {}, 'draw', []],
    ['a jacket over long sleeves in another pose', above({ kind: 'outer' }), posed, 'recolour', ['cut_kept']],
    ['a dress over a top and jeans', dress, { sleeve: 0.4 }, 'draw', []],
    ['a dress over a dress', dress, { sleeve: 0.4, lower: skirt, oneDress: true }, 'recolour', []],
    ['a dress over a portrait', dress, { sleeve: 0.4, lower: undefined }, 'recolour', []],
  ])('given %s, then it is rendered so, and that is told', (_, wanted, worn, way, approximations) => {
    // A sleeve that is given as undefined is one that is not seen.
    const seen = wears(worn);
    if ('sleeve' in worn! && worn.sleeve === undefined) seen.upper = { ...plain, sleeve: undefined };
    expect(chooseRendering(wanted, seen)).toMatchObject({ way, approximations });
  });

  test('given a pose that lets nothing be drawn, then what would have to be is left', () => {
    for (const wanted of [above({ kind: 'outer' }), dress])
      expect(chooseRendering(wanted, wears({ sleeve: 0.3, ...posed }))).toEqual({
        way: 'leave',
        approximations: ['left_out'],
      });
  });
});
