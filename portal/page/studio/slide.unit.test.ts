import { expect, it } from 'vitest';
import { slide } from './slide.ts';

it.each([
  ['ArrowRight', 50, 52],
  ['ArrowLeft', 1, 0],
  ['PageUp', 95, 100],
  ['Home', 50, 0],
  ['End', 50, 100],
  ['a', 50, undefined],
])('%s at %d goes to %s', (key, at, to) => {
  expect(slide(key, at)).toBe(to);
});
