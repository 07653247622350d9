import { describe, expect, test } from 'vitest';
import { understandDescription } from '../words/understand-description.ts';
import { chooseColours, type Look } from './choose-colours.ts';
import { clothColours } from './colour-names.ts';

const teal: Look = { colour: [10, 100, 110], second: [240, 240, 240], pattern: 'stripes' };
const olive: Look = { colour: [98, 99, 48], second: undefined, pattern: 'solid' };
const choose = (text: string, looks?: Parameters<typeof chooseColours>[1]) =>
  chooseColours(understandDescription(text), looks);

describe('chooseColours', () => {
  test('given a said colour and a reference, then what was said wins', () => {
    const { layers } = choose('red sweater', { upper: teal, lower: undefined });
    expect(layers[0]).toMatchObject({ colour: clothColours.red, pattern: 'solid' });
  });

  test('given no said colour, then colour and pattern of the reference are taken and that is told', () => {
    const { layers, approximations } = choose('sweater', { upper: teal, lower: undefined });
    expect(layers[0]).toMatchObject({ colour: teal.colour, second: teal.second, pattern: 'stripes' });
    expect(approximations).toEqual(['reference_colour_only']);
  });

  test('given a worn reference, then tops and trousers take their own', () => {
    const { layers } = choose('shirt and trousers', { upper: teal, lower: olive });
    expect(layers.map(({ colour }) => colour)).toEqual([teal.colour, olive.colour]);
  });

  test('given a flat reference and only trousers, then they take it', () => {
    expect(choose('trousers', { upper: olive, lower: undefined }).layers[0]).toMatchObject({ colour: olive.colour });
  });

  test('given jacket and said shirt, then the jacket takes the reference', () => {
    const { layers } = choose('jacket with a white t-shirt', { upper: olive, lower: undefined });
    expect(layers.map(({ colour }) => colour)).toEqual([olive.colour, clothColours.white]);
  });

  test('given nothing understood, then the reference is worn as it is', () => {
    const { layers } = choose('this outfit', { upper: teal, lower: olive });
    expect(layers.map(({ kind, colour }) => [kind, colour])).toEqual([
      ['top', teal.colour],
      ['bottom', olive.colour],
    ]);
    expect(choose('this outfit').layers).toEqual([]);
  });

  test('given neither colour nor reference, then the usual or a plain one is chosen and that is told', () => {
    expect(choose('blue jeans')).toMatchObject({ layers: [{ colour: clothColours.denim }] });
    expect(choose('jeans')).toMatchObject({ layers: [{ colour: clothColours.denim }], approximations: [] });
    expect(choose('blazer')).toMatchObject({
      layers: [{ colour: clothColours.navy }],
      approximations: ['colour_chosen'],
    });
  });

  test('given a pattern with one colour, then the second one stands out from it', () => {
    expect(choose('white striped shirt').layers[0]).toMatchObject({ second: clothColours.navy });
    expect(choose('black striped shirt').layers[0]).toMatchObject({ second: clothColours.white });
  });
});
