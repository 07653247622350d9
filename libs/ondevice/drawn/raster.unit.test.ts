import { expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import type { Part } from './part.ts';
import { rasterise } from './raster.ts';

const scale = 800;
const measures = {
  ...standingMeasures(),
  scale,
  toBody: (x: number, y: number) => [x / scale, y / scale] as const,
  toImage: ([x, y]: readonly [number, number]) => [x * scale, y * scale] as const,
};
const size = { width: 400, height: 120 };
const round: Part = {
  outline: [
    [0.05, 0.02],
    [0.45, 0.02],
    [0.45, 0.12],
    [0.05, 0.12],
  ],
  form: (x) => 0.2 * Math.cos(4 * (x - 0.25)),
  cloth: (x, y) => [x, y],
};

test('given a large figure, then a round form has no edges between the places where it is computed', () => {
  const raster = rasterise(round, measures, size)!;
  const { width } = raster.size;
  const row = raster.height.subarray(40 * width + 100, 40 * width + 220);
  const bends = Array.from(row.subarray(1, -1), (value, i) => Math.abs(row[i]! - 2 * value + row[i + 2]!));
  const mean = bends.reduce((sum, bend) => sum + bend, 0) / bends.length;
  expect(mean).toBeGreaterThan(0);
  expect(Math.max(...bends)).toBeLessThan(2.5 * mean);
});
