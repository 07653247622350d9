import { expect, it } from 'vitest';
import { seededRandom } from './random.ts';

it('given bounds, then both are met and nothing beyond them', () => {
  const random = seededRandom(1);
  const seen = new Set(Array.from({ length: 500 }, () => random.between(3, 6)));
  expect([...seen].sort()).toEqual([3, 4, 5, 6]);
});
