import { expect, test } from 'vitest';
import { foldsOn } from './cloth-light.ts';

test.each([
  ['white cloth, black wanted', { print: 0, light: 0.8 }, 0.01, 1.7, 2],
  ['white cloth, white wanted', { print: 0, light: 0.8 }, 0.8, 0.99, 1.01],
  ['black cloth, white wanted', { print: 0, light: 0.02 }, 0.8, 0.8, 0.8],
  ['a white print, black wanted', { print: 0.4, light: 0.8 }, 0.01, 1, 1],
])('given %s, then folds are that much stronger', (_, worn, wanted, least, most) => {
  expect(foldsOn(worn, wanted).contrast).toBeGreaterThanOrEqual(least);
  expect(foldsOn(worn, wanted).contrast).toBeLessThanOrEqual(most);
});

test.each([
  ['a plain cloth, as light', { print: 0.05, light: 0.5 }, 0.6, 1, 1],
  ['a print, and white wanted', { print: 0.6, light: 0.5 }, 0.8, 0, 0.2],
  ['a print, and black wanted', { print: 0.6, light: 0.5 }, 0.01, 0.9, 1],
  ['a plain dark cloth, and white wanted', { print: 0.05, light: 0.03 }, 0.8, 0.4, 0.6],
  ['a plain white cloth, and black wanted', { print: 0.05, light: 0.8 }, 0.01, 1, 1],
])('given %s, then its folds are shown accordingly', (_, worn, wanted, least, most) => {
  expect(foldsOn(worn, wanted).share).toBeGreaterThanOrEqual(least);
  expect(foldsOn(worn, wanted).share).toBeLessThanOrEqual(most);
});
