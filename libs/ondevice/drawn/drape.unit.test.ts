import { expect, test } from 'vitest';
import { standingMeasures, standingScale } from '../fixtures/standing-measures.ts';
import { drape, ruffled } from './drape.ts';

const relief = drape(standingMeasures(), [() => -0.5, () => 0.5], 11);
const row = (y: number) =>
  Array.from({ length: 181 }, (_, i) => relief(i / 200 - 0.45, y) - ruffled(standingScale, i / 200 - 0.45, y, 11));
const range = (heights: readonly number[]) => Math.max(...heights) - Math.min(...heights);

test('given a trunk, then cloth is smooth at the neck, and has folds at the armpits and below the chest', () => {
  expect(range(row(-0.1))).toBeLessThan(0.004);
  expect(range(row(0.5))).toBeGreaterThan(0.006);
  expect(range(row(1.2))).toBeGreaterThan(0.01);
});

test('given a trunk, then folds on the chest are soft', () => {
  for (const y of [0, 0.1, 0.2, 0.3]) {
    const chest = row(y).slice(60, 121);
    const slopes = chest.map((height, i) => Math.abs(height - (chest[i - 1] ?? height)) * 200);
    expect(Math.max(...slopes)).toBeLessThan(0.25);
  }
});

test('given any place, then no fold is steeper than cloth hangs', () => {
  for (let y = -0.2; y < 1.5; y += 0.02)
    for (let x = -0.45; x < 0.45; x += 0.02) {
      expect(Math.abs(relief(x + 0.005, y) - relief(x, y)) / 0.005).toBeLessThan(0.9);
      expect(Math.abs(relief(x, y + 0.005) - relief(x, y)) / 0.005).toBeLessThan(0.9);
    }
});
