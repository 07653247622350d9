import { expect, test } from 'vitest';
import { foldContrast } from './fold-contrast.ts';

test.each([
  ['white cloth, black wanted', { print: 0, light: 0.8 }, 0.01, 1.7, 2],
  ['white cloth, white wanted', { print: 0, light: 0.8 }, 0.8, 0.99, 1.01],
  ['black cloth, white wanted', { print: 0, light: 0.02 }, 0.8, 0.8, 0.8],
  ['a white print, black wanted', { print: 0.4, light: 0.8 }, 0.01, 1, 1],
])('given %s, then folds are that much stronger', (_, worn, wanted, least, most) => {
  expect(foldContrast(worn, wanted)).toBeGreaterThanOrEqual(least);
  expect(foldContrast(worn, wanted)).toBeLessThanOrEqual(most);
});
