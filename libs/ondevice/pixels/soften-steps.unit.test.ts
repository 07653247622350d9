import { expect, test } from 'vitest';
import { softenSteps } from './soften-steps.ts';

const size = { width: 12, height: 9 };

test('given an outline with a step, then opacities go over into each other beside it, and nothing else changes', () => {
  const hard = Float32Array.from({ length: 108 }, (_, i) => (i % 12 < (i < 60 ? 5 : 6) ? 1 : 0));
  const soft = softenSteps(hard, size);
  const row = (y: number) => Array.from(soft.subarray(y * 12 + 3, y * 12 + 8), (value) => Number(value.toFixed(2)));
  expect(row(2)).toEqual([1, 0.77, 0.23, 0, 0]);
  expect(row(4)).toEqual([1, 0.84, 0.31, 0.08, 0]);
  expect(row(6)).toEqual([1, 1, 0.77, 0.23, 0]);
});
