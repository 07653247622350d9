import { describe, expect, test } from 'vitest';
import { drawGarment, drawOutline } from '../gallery/drawn-garments.ts';
import { type ColourName, clothColours } from '../garment/colour-names.ts';
import type { Triple } from '../pixels/colour.ts';
import { readColours } from './seen-garment.ts';

const read = (cloth: (x: number, y: number) => Triple) =>
  readColours(drawGarment('t-shirt', cloth), drawOutline('t-shirt'));
const either = (first: ColourName, second: ColourName, which: boolean): Triple => clothColours[which ? first : second];

describe('readColours', () => {
  test.each(Object.keys(clothColours) as ColourName[])('given plain %s cloth, then that is its name', (name) => {
    expect(read(() => clothColours[name])).toMatchObject({ main: name, second: undefined, pattern: 'solid' });
  });

  test.each<ColourName>(['red', 'navy', 'olive', 'light blue', 'grey'])(
    'given %s cloth in light and shade, then it is still one colour',
    (name) => {
      const shaded = read((x) => {
        const light = 0.9 + 0.14 * Math.sin(x / 25);
        const [r, g, b] = clothColours[name];
        return [r * light, g * light, b * light];
      });
      expect(shaded).toMatchObject({ main: name, second: undefined, pattern: 'solid' });
    },
  );

  test.each([
    ['striped', (_: number, y: number) => y % 24 < 13],
    ['vertically striped', (x: number) => x % 20 < 11],
    ['checked', (x: number, y: number) => x % 26 < 13 || y % 26 < 13],
    [
      'patterned',
      (x: number, y: number) => Math.sin(x / 7 + 3 * Math.sin(y / 11)) + Math.sin(y / 9 + 3 * Math.sin(x / 13)) > -0.6,
    ],
  ] as const)('given cloth that is %s, then pattern and both colours are read', (pattern, first) => {
    const seen = read((x, y) => either('navy', 'white', first(x, y)));
    expect(seen).toMatchObject({ pattern });
    expect([seen?.main, seen?.second].sort()).toEqual(['navy', 'white']);
  });

  test('given one part in another colour, then it is no pattern', () => {
    const seen = read((_, y) => either('red', 'white', y > 120));
    expect(seen).toMatchObject({ main: 'red', second: 'white', pattern: 'solid' });
  });

  test('given hardly any pixels, then nothing is said', () => {
    const image = drawGarment('t-shirt', () => clothColours.red);
    expect(readColours(image, new Float32Array(image.width * image.height))).toBeUndefined();
  });
});
