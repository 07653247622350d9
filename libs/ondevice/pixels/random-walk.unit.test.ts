import { expect, test } from 'vitest';
import { known, randomWalk } from './random-walk.ts';

const size = { width: 40, height: 20 };
const plane = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: size.width * size.height }, (_, i) => value(i % size.width, Math.floor(i / size.width)));
const seeds = Uint8Array.from(plane((x) => (x < 2 ? known.inside : x > 37 ? known.outside : known.nothing)));
const unsure = plane(() => 0.5);

test('given an edge nearer to the inside, then walks part there, not half way', () => {
  const walked = randomWalk([plane((x) => (x < 12 ? 0.2 : 0.6))], size, seeds, unsure);
  const across = (x: number) => walked[10 * 40 + x]! - walked[10 * 40 + x + 1]!;
  expect(across(11)).toBeGreaterThan(5 * across(19));
});

test('given no edge, then the prior decides, and seeds keep what they are', () => {
  const likely = plane((_, y) => (y < 10 ? 0.95 : 0.05));
  const walked = randomWalk([plane(() => 0.4)], size, seeds, likely);
  expect(walked[3 * 40 + 20]).toBeGreaterThan(0.8);
  expect(walked[16 * 40 + 20]).toBeLessThan(0.2);
  expect([walked[16 * 40], walked[3 * 40 + 39]]).toEqual([1, 0]);
});
