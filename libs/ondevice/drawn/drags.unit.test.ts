import { expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import { drags, gathered } from './drags.ts';

const measures = standingMeasures();
const [[pitX, pitY]] = measures.pits;
const seeds = [11, 42, 500, 996];
/** The heights on a quarter of a circle round the left armpit, inwards and down. */
const arc = (seed: number, r: number) => {
  const relief = drags(measures, seed, 1);
  return Array.from({ length: 91 }, (_, k) => {
    const angle = ((k - 15) / 180) * Math.PI;
    return relief(pitX + r * Math.cos(angle), pitY + r * Math.sin(angle));
  });
};
const range = (heights: readonly number[]) => Math.max(...heights) - Math.min(...heights);

test('given an armpit, then folds spread from it, and end before the other one', () => {
  for (const seed of seeds) {
    expect(range(arc(seed, 0.02))).toBe(0);
    expect(range(arc(seed, 0.32))).toBeGreaterThan(0.002);
    expect(range(arc(seed, 1))).toBeLessThan(0.03);
  }
});

test('given another seed, then other folds; given the same, then the same', () => {
  expect(arc(11, 0.3)).toEqual(arc(11, 0.3));
  expect(arc(11, 0.3)).not.toEqual(arc(12, 0.3));
});

test('given the neck and the outside of the arm, then there are none', () => {
  for (const seed of seeds) {
    const relief = drags(measures, seed, 1);
    expect(relief(0, -0.2)).toBeCloseTo(0, 3);
    expect(relief(pitX - 0.2, pitY - 0.1)).toBe(0);
  }
});

test('given a wave, then its valleys are deeper than its tops are high', () => {
  const waves = Array.from({ length: 201 }, (_, k) => gathered(0.5 * Math.sin((k / 100) * Math.PI)));
  expect(-Math.min(...waves)).toBeGreaterThan(Math.max(...waves));
});
