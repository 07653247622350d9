import { expect, test } from 'vitest';
import { normal, seededRandom, seedOf, shuffle } from './seeded-random.ts';

test('given a seed, then the same numbers come again, all of them 0..1, and others for another seed', () => {
  const drawn = (seed: number) => Array.from({ length: 1000 }, seededRandom(seed));
  expect(drawn(7)).toEqual(drawn(7));
  expect(drawn(7)).not.toEqual(drawn(8));
  expect(drawn(7).every((value) => value >= 0 && value < 1)).toBe(true);
  expect(seedOf('blue-wig')).not.toBe(seedOf('blue-cap'));
});

test('given numbers to shuffle, then all are kept in another order', () => {
  const numbers = shuffle(
    Uint16Array.from({ length: 50 }, (_, k) => k),
    seededRandom(1),
  );
  expect([...numbers]).not.toEqual([...numbers].sort((a, b) => a - b));
  expect([...numbers].sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, k) => k));
});

test('given many normal numbers, then their mean is 0 and their spread 1', () => {
  const random = seededRandom(3);
  const numbers = Array.from({ length: 20_000 }, () => normal(random));
  const mean = numbers.reduce((sum, value) => sum + value) / numbers.length;
  const spread = Math.sqrt(numbers.reduce((sum, value) => sum + (value - mean) ** 2, 0) / numbers.length);
  expect(mean).toBeCloseTo(0, 1);
  expect(spread).toBeCloseTo(1, 1);
  expect(normal(() => 0)).toBeCloseTo(0);
});
