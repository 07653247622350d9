import { expect, test } from 'vitest';
import { layGrid } from './laid-grid.ts';
import { sampleGrid } from './plane.ts';

const grid = Float32Array.from({ length: 16 }, (_, i) => (i * 7) % 5);
const over = { x: 10, y: 6, width: 12, height: 8 };
const laid = layGrid(4, over, { width: 30, height: 20 });

test('given a grid over a rectangle, then it covers that and nothing else', () => {
  expect([laid.covers(10, 6), laid.covers(3, 6), laid.covers(10, 11), laid.covers(4, 2)]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

test('given pixels that it covers, then their values are those of the grid at their place', () => {
  for (let y = 2; y < 10; y++)
    for (let x = 4; x < 16; x++)
      expect(laid.value(grid, x, y)).toBe(sampleGrid(grid, 4, (x + 0.5 - 10) / 12 + 0.5, (y + 0.5 - 6) / 8 + 0.5));
});
