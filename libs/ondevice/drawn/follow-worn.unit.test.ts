import { expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import type { Plane } from '../pixels/plane.ts';
import { followWorn } from './follow-worn.ts';
import { signedDistance } from './worn-outline.ts';

const size = { width: 120, height: 60 };

/** 1 left of `edge`. */
const leftOf = (edge: number): Plane =>
  Float32Array.from({ length: size.width * size.height }, (_, i) => (i % size.width < edge ? 1 : 0));

/** Where a part that ends at 60 ends after it followed an outline that ends at `edge`. */
function ends(
  edge: number,
  { share = 1, known = 1, cloth = 1, grows = 1, seam = false, far = false, sewnFrom = 9 } = {},
): number {
  const alpha = leftOf(60);
  const measures = standingMeasures();
  const all = (value: number) => new Float32Array(alpha.length).fill(value);
  const distance = signedDistance(leftOf(edge), size, 1 / measures.scale);
  const outline = { distance, cloth: all(cloth), known: all(known), size, factor: 1 };
  followWorn(
    alpha,
    { left: 0, top: 0, size },
    { share: () => (seam ? undefined : share), ease: 0, grows: () => grows, far, stays: (_, y) => y > sewnFrom },
    measures,
    outline,
  );
  return alpha.subarray(30 * size.width, 31 * size.width).reduce((sum, value) => sum + value, 0);
}

test('given a worn outline near that of a part, then the part ends there', () => {
  expect(ends(66)).toBeCloseTo(66, 0);
  expect(ends(50)).toBeCloseTo(50, 0);
});

test('given bare skin there, then the part ends a little outside of it', () => {
  expect(ends(56, { cloth: 0 })).toBeCloseTo(59, 0);
});

test('given a worn outline far away, then the part keeps its own', () => {
  expect(ends(90)).toBe(60);
});

test('given hair at the worn outline, or a part that may not follow it, then the part keeps its own', () => {
  expect(ends(66, { known: 0 })).toBe(60);
  expect(ends(66, { share: 0 })).toBe(60);
});

test('given a part that may not grow, then it only follows a narrower outline, or wider bare skin', () => {
  expect(ends(66, { grows: 0 })).toBe(60);
  expect(ends(52, { grows: 0 })).toBeCloseTo(52, 0);
  expect(ends(64, { grows: 0, cloth: 0 })).toBeGreaterThan(64);
});

test('given a seam below another part, then it stays where it is', () => {
  expect(ends(52, { seam: true })).toBe(60);
});

test('given a close portrait, then it follows an outline that is farther away, up to a limit', () => {
  expect(ends(82)).toBe(60);
  expect(Math.abs(ends(82, { far: true }) - 82)).toBeLessThan(1.5);
  expect(ends(110, { far: true })).toBe(60);
});

test('given a place where it is sewn to another part, then what is near does not move it', () => {
  expect(ends(66, { sewnFrom: -0.25 })).toBeCloseTo(66, 0);
  expect(ends(66, { sewnFrom: -0.4 })).toBeCloseTo(60, 0);
});

test('given a part that is narrower than it has to grow, then it stays whole', () => {
  const alpha = Float32Array.from({ length: size.width * size.height }, (_, i) =>
    Math.abs((i % size.width) - 60) < 5 ? 1 : 0,
  );
  const measures = standingMeasures();
  const all = (value: number) => new Float32Array(alpha.length).fill(value);
  const worn = Float32Array.from(alpha, (_, i) => (Math.abs((i % size.width) - 60) < 20 ? 1 : 0));
  const outline = {
    ...{ distance: signedDistance(worn, size, 1 / measures.scale), cloth: all(1), known: all(1), size, factor: 1 },
  };
  const following = { share: () => 1, ease: 0, grows: () => 1, far: true };
  followWorn(alpha, { left: 0, top: 0, size }, following, measures, outline);
  const row = alpha.subarray(30 * size.width, 31 * size.width);
  expect(row.subarray(56, 65).every((value) => value > 0.9)).toBe(true);
});

test('given any place in and round the box of a part, then its place on the form is known', () => {
  const measures = standingMeasures();
  const all = (value: number) => new Float32Array(size.width * size.height).fill(value);
  const distance = signedDistance(leftOf(66), size, 1 / measures.scale);
  const outline = { distance, cloth: all(1), known: all(1), size, factor: 1 };
  const following = { share: () => 1, ease: 0, grows: () => 1 };
  const moved = followWorn(leftOf(60), { left: 0, top: 0, size }, following, measures, outline);
  for (let y = -3; y < size.height + 3; y += 0.3)
    for (let x = 50; x < 70; x += 0.7) expect(moved(x, y).every(Number.isFinite)).toBe(true);
});
