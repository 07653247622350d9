import { expect, test } from 'vitest';
import { hasBeard } from './beard.ts';
import type { Head } from './head.ts';

const size = { width: 20, height: 20 };
const head: Head = { centre: [10, 10], width: 12, height: 16, chin: [10, 18], brow: [10, 2], faceSeen: true };
const face = Float32Array.from({ length: 400 }, (_, i) => {
  const [x, y] = [i % 20, Math.floor(i / 20)];
  return x > 4 && x < 16 && y > 2 && y < 18 ? 1 : 0;
});
const withChin = (lightness: number) => Float32Array.from({ length: 400 }, (_, i) => (i / 20 > 15 ? lightness : 0.7));

test('a chin that is much darker than the cheeks has a beard', () => {
  expect(hasBeard(face, withChin(0.4), head, size)).toBe(true);
});

test('a chin in slight shade has none', () => {
  expect(hasBeard(face, withChin(0.64), head, size)).toBe(false);
});

test('without a face there could be one', () => {
  expect(hasBeard(new Float32Array(400), withChin(0.7), head, size)).toBe(true);
});
