import { expect, test } from 'vitest';
import type { Plane, Rgb, Size } from '../pixels/plane.ts';
import { label } from './labels.ts';
import { softHairEnds } from './soft-hair-ends.ts';
import { hairBorder } from './unseen-hair-border.ts';

const size: Size = { width: 200, height: 200 };
const end = 120;
const at = (x: number, y: number) => y * size.width + x;
const plane = (value: (x: number, y: number) => number): Plane =>
  Float32Array.from({ length: size.width * size.height }, (_, i) => value(i % size.width, Math.floor(i / size.width)));
const nothing = plane(() => 0);
/** Strands that fall straight down, or along a slope; fainter than an edge. */
const strands = (slope: number) => plane((x, y) => 0.3 + 0.04 * Math.sin((x - slope * y) * 0.8));
/** Hair is left of x 100 and above y 120. */
const labels = Uint8Array.from({ length: size.width * size.height }, (_, i) =>
  i < end * size.width && i % size.width < 100 ? label.hair : label.top,
);
const soften = (lightness: Plane) => {
  const foreground: Rgb = [lightness, lightness, lightness];
  const parsed = { labels, oklab: { lightness, a: nothing, b: nothing }, frame: { head: { width: 100 } } };
  return softHairEnds(parsed, hairBorder({ parsed, foreground, size, matte: plane(() => 1) }), size);
};

test('given hair that ends on cloth of its colour, then it fades out before the border, each lock at a height of its own', () => {
  const kept = soften(strands(0))!;
  expect(kept[at(50, end - 50)]).toBe(1);
  expect(kept[at(50, end + 2)]).toBeLessThan(0.1);
  const tips = Array.from({ length: 80 }, (_, x) => {
    let y = end;
    while (kept[at(x + 5, y)]! < 0.5) y--;
    return end - y;
  });
  expect(Math.min(...tips)).toBeGreaterThan(5);
  expect(Math.max(...tips)).toBeLessThan(30);
  expect(Math.max(...tips) - Math.min(...tips)).toBeGreaterThan(5);
});

test('given strands that fall along a border, then they stay up to it', () => {
  const kept = soften(strands(0))!;
  expect(kept[at(94, 40)]).toBeGreaterThan(0.95);
});

test('given strands that fall across the side of the hair, then they fade out before it', () => {
  const kept = soften(strands(1))!;
  expect(kept[at(97, 60)]).toBeLessThan(0.5);
  expect(kept[at(5, 60)]).toBe(1);
});

test('given cloth of another colour, then the hair stays as it is', () => {
  const hair = strands(0);
  expect(soften(plane((x, y) => (y < end && x < 100 ? hair[at(x, y)]! : 0.9)))).toBeUndefined();
});
