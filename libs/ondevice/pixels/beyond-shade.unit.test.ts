import { expect, test } from 'vitest';
import { beyondShade } from './beyond-shade.ts';
import { oklab, type Triple } from './colour.ts';

const red: Triple = [180, 20, 25];
const inLight = ([r, g, b]: Triple, light: number): Triple => {
  // Half the light is 0.73 of the sRGB value.
  const encoded = light ** (1 / 2.2);
  return [r * encoded, g * encoded, b * encoded];
};

test('given a cloth in the shade of its folds, then it is the same but for its lightness', () => {
  const { lightness, hue } = beyondShade(oklab(inLight(red, 0.7)), oklab(red));
  expect(lightness).toBe(0);
  expect(hue).toBeLessThan(0.02);
});

test('given another colour as light, or another grey, then it is apart', () => {
  expect(beyondShade(oklab([30, 110, 60]), oklab(red)).hue).toBeGreaterThan(0.2);
  expect(beyondShade(oklab([40, 40, 40]), oklab([220, 220, 220])).lightness).toBeGreaterThan(0.4);
});
