import { expect, test } from 'vitest';
import { square } from '../models/crop.ts';
import type { SeenParts } from '../parts/see-parts.ts';
import { clothInParts } from './cloth-in-parts.ts';

/** Believes of a region of 10 x 10 pixels, at the left of an image of 20 x 10, the same everywhere. */
const told = (clothes: number, ground: number, i = 4 * 20 + 4) => {
  const all = (value: number) => new Float32Array(4).fill(value);
  const rest = all((1 - clothes - ground) / 2);
  const parts: SeenParts = {
    ground: all(ground),
    clothes: all(clothes),
    hair: rest,
    skin: rest,
    region: square(5, 5, 10),
    side: 2,
  };
  return clothInParts(parts, { width: 20, height: 10 })(i);
};

test.each([
  [0.9, 0, 'cloth'],
  [0.1, 0, 'none'],
  [0.5, 0, undefined],
])('given a belief of %d in cloth, then %s is told', (clothes, ground, expected) => {
  expect(told(clothes, ground)).toBe(expected);
});

test('given some ground, then only the parts of the person are compared; given mostly ground, then there is no cloth', () => {
  expect(told(0.45, 0.5)).toBe('cloth');
  expect(told(0.3, 0.7)).toBe('none');
});

test('given a pixel where the classifier has not looked, then nothing is told', () => {
  expect(told(0.9, 0, 4 * 20 + 15)).toBeUndefined();
});
