import { expect, test } from 'vitest';
import { type Pattern, patternAt } from './patterns.ts';

const all: Pattern[] = [
  ...(['solid', 'stripes', 'vertical stripes', 'pinstripes', 'check', 'argyle', 'dots', 'floral'] as const),
  ...(['leopard', 'zebra', 'camouflage', 'paisley', 'tie-dye'] as const),
];
const steps = Array.from({ length: 97 }, (_, k) => k / 61 - 0.7);

test.each(all)('given %s, then every place has a share between 0 and 1', (pattern) => {
  const values = steps.flatMap((x) => steps.map((y) => patternAt(pattern, x, y)));
  expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...values)).toBeLessThanOrEqual(1);
  expect(Math.max(...values) > 0.4).toBe(pattern !== 'solid');
});

test('given stripes, then they run across; vertical ones run down', () => {
  expect(new Set(steps.map((x) => patternAt('stripes', x, 0.07))).size).toBe(1);
  expect(new Set(steps.map((y) => patternAt('vertical stripes', 0.07, y))).size).toBe(1);
  expect(new Set(steps.map((y) => patternAt('stripes', 0.07, y))).size).toBeGreaterThan(1);
});

test('given flowers, then cloth shows between them and no two rows of them are alike', () => {
  const row = (y: number) => steps.map((x) => Math.round(patternAt('floral', x, y) * 10)).join();
  const all = steps.flatMap((x) => steps.map((y) => patternAt('floral', x, y)));
  const bare = all.filter((value) => value < 0.05).length / all.length;
  expect(bare).toBeGreaterThan(0.4);
  expect(bare).toBeLessThan(0.85);
  expect(row(0.1)).not.toBe(row(0.1 + 1 / 4.2));
});

test('given argyle, then there are diamonds and gaps, with lines through their middles', () => {
  expect([patternAt('argyle', 0.05, 0), patternAt('argyle', 0, 0.1)]).toEqual([0.75, 0]);
  expect([patternAt('argyle', 0.1, 0), patternAt('argyle', 0, 0.2)]).toEqual([1, 1]);
});

test.each([
  ['leopard', 0.15, 0.6],
  ['zebra', 0.35, 0.65],
  ['camouflage', 0.2, 0.7],
  ['paisley', 0.1, 0.5],
  ['tie-dye', 0.3, 0.7],
] as const)(
  'given %s, then the second colour has %d to %d of the cloth, and hardly a row repeats',
  (pattern, least, most) => {
    const rows = steps.map((y) => steps.map((x) => patternAt(pattern, x, y)));
    const share = rows.flat().reduce((sum, value) => sum + value, 0) / rows.flat().length;
    expect(share).toBeGreaterThan(least);
    expect(share).toBeLessThan(most);
    expect(new Set(rows.map((row) => row.map((value) => Math.round(value * 20)).join())).size).toBeGreaterThan(
      rows.length * 0.8,
    );
  },
);
