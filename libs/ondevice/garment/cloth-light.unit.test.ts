import { expect, test } from 'vitest';
import { foldsShown } from './fold-contrast.ts';

test.each([
  ['a plain cloth, as light', { print: 0.05, light: 0.5 }, 0.6, 1, 1],
  ['a print, and white wanted', { print: 0.6, light: 0.5 }, 0.8, 0, 0.2],
  ['a print, and black wanted', { print: 0.6, light: 0.5 }, 0.01, 0.9, 1],
  ['a plain dark cloth, and white wanted', { print: 0.05, light: 0.03 }, 0.8, 0.4, 0.6],
  ['a plain white cloth, and black wanted', { print: 0.05, light: 0.8 }, 0.01, 1, 1],
])('given %s, then its folds are shown accordingly', (_, worn, wanted, least, most) => {
  expect(foldsShown(worn, wanted)).toBeGreaterThanOrEqual(least);
  expect(foldsShown(worn, wanted)).toBeLessThanOrEqual(most);
});
