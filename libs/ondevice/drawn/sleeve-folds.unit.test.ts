import { expect, test } from 'vitest';
import { bendOf, sleeveFold } from './sleeve-folds.ts';

const straight = { length: 0.7, bend: 0, outward: 1, soft: 1, seed: 5 } as const;
const half = 0.15;
const heights = (from: number, to: number, across: number, of: Parameters<typeof sleeveFold>[2] = straight) =>
  Array.from({ length: 101 }, (_, k) => sleeveFold({ along: from + ((to - from) * k) / 100, across }, half, of));
const range = (all: readonly number[]) => Math.max(...all) - Math.min(...all);

test('given a sleeve, then it is smooth on the shoulder and folded at the elbow', () => {
  expect(range(heights(0, 0.12, 0))).toBe(0);
  expect(range(heights(0.75, 1.25, 0))).toBeGreaterThan(0.005);
});

test('given a sleeve, then its folds are higher on the inside of the arm than on the outside', () => {
  let [inside, outside] = [0, 0];
  for (let seed = 0; seed < 20; seed++) {
    inside += range(heights(0.3, 1.9, 0.1, { ...straight, seed }));
    outside += range(heights(0.3, 1.9, -0.1, { ...straight, seed }));
  }
  expect(inside).toBeGreaterThan(1.3 * outside);
});

test('given a sharply bent elbow, then no folds in the bend, where those of both bones do not meet', () => {
  const bent = { ...straight, bend: 1.6 };
  expect(range(heights(0.8, 1.2, 0.12, bent))).toBe(0);
  expect(range(heights(0.8, 1.2, -0.12, bent))).toBeGreaterThan(0);
});

test('given an arm, then its bend is positive where the tube counts across', () => {
  expect(
    bendOf({
      joints: [
        [0, 0],
        [0, 1],
        [0, 2],
      ],
    }),
  ).toBeCloseTo(0);
  expect(
    bendOf({
      joints: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    }),
  ).toBeCloseTo(Math.PI / 2);
});
