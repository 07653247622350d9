import { expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import { trunkCreases } from './trunk-creases.ts';

const measures = standingMeasures();
const of = (soft: number) => trunkCreases(measures, [() => -0.5, () => 0.5], { folds: 1, soft, seed: 11 });

test('given cotton, then every crease begins at an armpit or a side', () => {
  for (const { from } of of(1)) {
    const pit = measures.pits.some(([x, y]) => Math.abs(from[0] - x) < 0.02 && Math.abs(from[1] - y) < 0.11);
    expect(pit || Math.abs(from[0]) === 0.5).toBe(true);
  }
});

test('given cotton, then most creases are shallow and a few deep', () => {
  const depths = of(1)
    .map(({ depth }) => Math.abs(depth))
    .toSorted((a, b) => a - b);
  expect(depths.at(-1)!).toBeGreaterThan(1.7 * depths[Math.floor(depths.length / 2)]!);
});

test('given softer cloth, then its creases are wider and some fall from the shoulders', () => {
  const [cotton, silk] = [of(1), of(1.6)];
  expect(Math.max(...silk.map(({ width }) => width))).toBeGreaterThan(Math.max(...cotton.map(({ width }) => width)));
  expect(silk.length).toBeGreaterThan(cotton.length);
});
