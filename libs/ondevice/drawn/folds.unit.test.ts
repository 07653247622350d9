import { expect, test } from 'vitest';
import { chances, creases, flutes, pleats } from './folds.ts';

const fine = Array.from({ length: 2001 }, (_, i) => i / 1000 - 1);
const across = Array.from({ length: 201 }, (_, i) => i / 100 - 1);

test('given a crease, then there is a valley on it, a ridge on one side, and nothing far away', () => {
  const relief = creases([{ from: [0, 0], to: [0, 1], width: 0.03, depth: 0.02 }]);
  const row = across.map((x) => relief(x, 0.4));
  expect(Math.min(...row)).toBeLessThan(-0.01);
  expect(Math.max(...row)).toBeGreaterThan(0.005);
  expect(relief(0.9, 0.4)).toBe(0);
  const mirrored = creases([{ from: [0, 0], to: [0, 1], width: 0.03, depth: -0.02 }]);
  const ridge = (heights: number[]) => heights.indexOf(Math.max(...heights));
  expect(ridge(across.map((x) => mirrored(x, 0.4)))).not.toBe(ridge(row));
});

test('given round folds, then they get narrower towards the sides and fade there', () => {
  const fold = flutes(40, 2);
  const turns = (from: number, to: number) => {
    const values = fine.filter((s) => s >= from && s < to).map(fold);
    return values.filter((value, i) => i > 1 && (value - values[i - 1]!) * (values[i - 1]! - values[i - 2]!) < 0)
      .length;
  };
  expect(turns(0.4, 0.9)).toBeGreaterThan(turns(-0.25, 0.25));
  expect(Math.abs(fold(1))).toBeLessThan(0.4);
});

test('given pleats, then each falls much faster than it rises', () => {
  const heights = fine.filter((s) => Math.abs(s) < 0.8).map(pleats(13));
  const steps = heights.slice(1).map((value, i) => value - heights[i]!);
  expect(Math.min(...steps)).toBeLessThan(-3 * Math.max(...steps));
});

test('given the same seed, then the chances are the same, and others for another seed', () => {
  const draw = (seed: number) => Array.from({ length: 5 }, chances(seed));
  expect(draw(3)).toEqual(draw(3));
  expect(draw(3)).not.toEqual(draw(4));
});
