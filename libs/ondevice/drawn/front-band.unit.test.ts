import { expect, test } from 'vitest';
import { bands, frontBand } from './front-band.ts';

const slanted = (y: number) => 0.2 - 0.1 * y;
const flat = () => 0;
const across = (side: 0 | 1, edge: (y: number) => number, band = bands.front!) =>
  frontBand(side, [edge(-0.1), -0.1], edge, 1, band, flat).outline;

test('given the front edge of the left side, then its band lies outside of the edge and ends with it', () => {
  const outline = across(1, slanted);
  const low = outline.filter(([, y]) => y > 0.3);
  expect(low.every(([x, y]) => x > slanted(y) - 0.01 && x < slanted(y) + 0.09)).toBe(true);
  expect(Math.max(...outline.map(([, y]) => y))).toBeCloseTo(1, 1);
});

test('given the other side, then its band is the mirror image', () => {
  const left = across(1, slanted);
  const right = across(0, (y) => -slanted(y));
  const mean = (points: readonly (readonly [number, number])[]) =>
    points.reduce((sum, [x]) => sum + x, 0) / points.length;
  expect(mean(right)).toBeCloseTo(-mean(left));
});

test('given a collar that stands, then it ends on the chest, rounded', () => {
  const outline = across(1, slanted, bands.stand!);
  const end = Math.max(...outline.map(([, y]) => y));
  expect(end).toBeLessThan(0.25);
  const width = (from: number, to: number) => {
    const xs = outline.filter(([, y]) => y > from && y < to).map(([x]) => x);
    return Math.max(...xs) - Math.min(...xs);
  };
  expect(width(end - 0.015, end + 0.01)).toBeLessThan(0.6 * width(end - 0.12, end - 0.08));
});
