import { expect, test } from 'vitest';
import { clothColours, nameColour } from './colour-names.ts';

test.each(Object.entries(clothColours))('given the colour of %s itself, then that is its name', (name, rgb) => {
  expect(nameColour(rgb)).toBe(name);
});

test.each([
  [[255, 255, 255], 'white'],
  [[250, 10, 20], 'red'],
  [[10, 12, 40], 'navy'],
  [[95, 97, 100], 'dark grey'],
] as const)('given %j, then the nearest name is %s', (rgb, name) => {
  expect(nameColour(rgb)).toBe(name);
});
