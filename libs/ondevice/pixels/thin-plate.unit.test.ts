import { expect, test } from 'vitest';
import type { Point } from './points.ts';
import { onGrid, thinPlateSpline } from './thin-plate.ts';

const corners: Point[] = [
  [0, 0],
  [300, 0],
  [0, 300],
  [300, 300],
  [150, 150],
];
const close = ([x, y]: Point, [a, b]: Point, digits = 3) => {
  expect(x).toBeCloseTo(a, digits);
  expect(y).toBeCloseTo(b, digits);
};

test('given points that all move alike, then everything between moves so', () => {
  const warp = thinPlateSpline(corners.map(([x, y]) => ({ from: [x, y], to: [2 * x + 5, y - 7] })));
  close(warp(70, 220), [145, 213]);
});

test('given one point pulled out, then it goes where it shall, its surroundings a part of the way', () => {
  const warp = thinPlateSpline(corners.map(([x, y], k) => ({ from: [x, y], to: [x + (k === 4 ? 40 : 0), y] })));
  close(warp(150, 150), [190, 150]);
  close(warp(300, 300), [300, 300]);
  const [x] = warp(200, 150);
  expect(x - 200).toBeGreaterThan(5);
  expect(x - 200).toBeLessThan(40);
});

test('given a grid, then the warp is nearly the same between its nodes', () => {
  const warp = thinPlateSpline(corners.map(([x, y], k) => ({ from: [x, y], to: [x + (k === 4 ? 40 : 0), y] })));
  close(onGrid(warp, { width: 301, height: 301 })(123.5, 77.25), warp(123.5, 77.25), 0);
});
