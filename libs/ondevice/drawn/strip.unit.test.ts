import { expect, test } from 'vitest';
import type { Point } from '../pixels/points.ts';
import { strip } from './strip.ts';

const line = Array.from({ length: 11 }, (_, i): Point => [i / 10, 0]);
/** How wide a strip is at its point `i`: its outline runs along one side and back along the other. */
const widthAt = ({ outline }: ReturnType<typeof strip>, i: number) =>
  Math.abs(outline[i]![1] - outline[outline.length - 1 - i]![1]);

test('given one half width, then a strip has it everywhere', () => {
  const band = strip(line, 0.02, 0.01, () => 0);
  for (const i of [0, 5, 10]) expect(widthAt(band, i)).toBeCloseTo(0.04, 6);
});

test('given half widths along it, then its outline and its bulge follow them', () => {
  const band = strip(
    line,
    (along) => 0.02 * (1 - along / 2),
    0.01,
    () => 0,
  );
  expect(widthAt(band, 0)).toBeCloseTo(0.04, 6);
  expect(widthAt(band, 10)).toBeCloseTo(0.02, 6);
  expect(band.folds?.(0.1, 0.015)).toBeGreaterThan(0.005);
  expect(band.folds?.(0.95, 0.015)).toBe(0);
});
