import { expect, test } from 'vitest';
import type { SeenParts } from '../parts/see-parts.ts';
import { type Plane, type Rgb, total } from '../pixels/plane.ts';
import { label } from './labels.ts';
import { hairBorder } from './unseen-hair-border.ts';

const side = 60;
const labels = Uint8Array.from({ length: side * side }, (_, i) => (i < 30 * side ? label.hair : label.top));
const plane = (value: (x: number, y: number) => number): Plane =>
  Float32Array.from({ length: side * side }, (_, i) => value(i % side, Math.floor(i / side)));
const nothing = plane(() => 0);

const borderOf = (lightness: Plane, parts?: SeenParts) => {
  const foreground: Rgb = [lightness, lightness, lightness];
  const parsed = { labels, oklab: { lightness, a: nothing, b: nothing }, frame: { head: { width: 40 } }, parts };
  return hairBorder({ parsed, foreground, matte: plane(() => 1), size: { width: side, height: side } });
};

test('given cloth that is lighter than the hair on one side, then the border is unseen on the other side only', () => {
  const { all, unseen } = borderOf(plane((x, y) => (x < 30 && y >= 30 ? 0.6 : 0.3)));
  expect(total(all)).toBeGreaterThan(50);
  expect(total(unseen)).toBeGreaterThan(20);
  expect(total(unseen.map((value, i) => (i % side < 28 ? value : 0)))).toBe(0);
});

test('given cloth that gets lighter over some pixels, then the border is seen by the patches on both sides', () => {
  const { unseen } = borderOf(plane((_, y) => 0.3 + 0.02 * Math.min(10, Math.max(0, y - 25))));
  expect(total(unseen)).toBe(0);
});

test('given a classifier that is sure on both sides, then the border is seen', () => {
  const parts = (hair: number): SeenParts => ({
    side,
    region: { x: side / 2, y: side / 2, width: side, height: side, rotation: 0 },
    ...{ ground: nothing, skin: nothing },
    hair: plane((_, y) => (y < 30 ? hair : 0)),
    clothes: plane((_, y) => (y < 30 ? 0 : 0.9)),
  });
  const alike = plane(() => 0.3);
  expect(total(borderOf(alike, parts(0.9)).unseen)).toBe(0);
  expect(total(borderOf(alike, parts(0.5)).unseen)).toBeGreaterThan(50);
});
