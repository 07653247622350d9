import { expect, test } from 'vitest';
import { dropOthers } from './matte.ts';

const size = { width: 80, height: 40 };

/** `value` in the columns `from` to `to`, else 0. */
const columns = (from: number, to: number, value: number) =>
  Float32Array.from({ length: size.width * size.height }, (_, i) =>
    i % size.width >= from && i % size.width < to ? value : 0,
  );
const at = (belief: Float32Array, x: number) => belief[20 * size.width + x];

test('given a neighbour at the border whom the pose network does not take for the person, then only the neighbour goes', () => {
  const belief = columns(0, 60, 0.9);
  dropOthers(belief, size, columns(30, 60, 1));
  expect(at(belief, 8)).toBe(0);
  expect(at(belief, 45)).toBeCloseTo(0.9, 5);
});

test('given a thing held beside the body, then it stays', () => {
  const belief = columns(20, 60, 0.9);
  dropOthers(belief, size, columns(30, 60, 1));
  expect(at(belief, 23)).toBeCloseTo(0.9, 5);
});

test('given somebody apart, then they go', () => {
  const belief = columns(30, 60, 0.9);
  for (const [i, value] of columns(5, 15, 0.9).entries()) belief[i] = Math.max(belief[i]!, value);
  dropOthers(belief, size, columns(30, 60, 1));
  expect(at(belief, 10)).toBe(0);
});
