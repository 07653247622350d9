import { expect, test } from 'vitest';
import { linearBytes, luminanceOf } from '../pixels/colour.ts';
import { lightOnSkin } from './light-colour.ts';

test.each([
  ['pale', [235, 205, 185]],
  ['tan', [198, 134, 102]],
  ['dark', [98, 60, 42]],
  ['grey, of a black-and-white photograph', [150, 150, 150]],
] as const)('given skin that is %s, then the light is white', (_, skin) => {
  const light = lightOnSkin(linearBytes(skin));
  for (const channel of light) expect(channel).toBeCloseTo(1, 1);
});

test('given orange skin, then the light is orange, as bright as white light', () => {
  const light = lightOnSkin(linearBytes([170, 80, 38]));
  expect(light[0]).toBeGreaterThan(1.2);
  expect(light[2]).toBeLessThan(0.8);
  expect(luminanceOf(light)).toBeCloseTo(1, 6);
});

test('given bluish skin, then the light is blue', () => {
  const [red, , blue] = lightOnSkin(linearBytes([150, 150, 190]));
  expect(blue).toBeGreaterThan(1.2 * red);
});
