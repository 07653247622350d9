import { expect, it } from 'vitest';
import { seededRandom } from './random.ts';

it('given the same seed, then the same numbers come; given another, others', () => {
  const numbers = (seed: number) => {
    const random = seededRandom(seed);
    return Array.from({ length: 20 }, () => random.between(1, 1_000_000));
  };
  expect(numbers(7)).toEqual(numbers(7));
  expect(numbers(7)).not.toEqual(numbers(8));
});

it('given bounds, then both are met and nothing beyond them', () => {
  const random = seededRandom(1);
  const seen = new Set(Array.from({ length: 500 }, () => random.between(3, 6)));
  expect([...seen].sort()).toEqual([3, 4, 5, 6]);
});

it('given nothing to choose from, then it says so', () => {
  expect(() => seededRandom(1).choose([])).toThrow(RangeError);
});
