import { expect, it } from 'vitest';
import { seededRandom } from './random.ts';

it('given the same seed, then the same numbers come; given another, others', () => {
  const numbers = (seed: number) => Array.from({ length: 3 }, seededRandom(seed).next);
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(8));
});

it('given bounds, then both are met and nothing beyond them', () => {
  const random = seededRandom(1);
  const seen = new Set(Array.from({ length: 500 }, () => random.between(3, 6)));
  expect([...seen].sort()).toEqual([3, 4, 5, 6]);
});
