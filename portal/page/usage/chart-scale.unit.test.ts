import { expect, test } from 'vitest';
import { labelledBars, linesOf } from './chart-scale.ts';

test.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [4, [0, 1, 2, 3, 4]],
  [5, [0, 2, 4, 6]],
  [37, [0, 10, 20, 30, 40]],
  [100, [0, 50, 100]],
  [1_234, [0, 500, 1_000, 1_500]],
])('given at most %d, then lines are at %j', (most, lines) => {
  expect(linesOf(most)).toEqual(lines);
});

test.each([
  [7, 100, 60, [0, 1, 2, 3, 4, 5, 6]],
  [7, 30, 60, [0, 2, 4, 6]],
  [5, 10, 60, [4]],
])('given %d bars of %d px and labels of %d px, then %j have one', (count, width, label, labelled) => {
  expect(labelledBars(count, width, label)).toEqual(labelled);
});
