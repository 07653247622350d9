import { expect, test } from 'vitest';
import { foldsOn } from './raster-folds.ts';

const window = { left: 10, top: 20, size: { width: 90, height: 60 } };
const { width, height } = window.size;
const covered = (x: number, y: number) => x >= 20 && x < 70 && y >= 13 && y < 47;
const alpha = Float32Array.from({ length: width * height }, (_, i) =>
  covered(i % width, Math.floor(i / width)) ? 1 : 0,
);
const folds = (x: number, y: number) => 0.01 * Math.sin(x * 30) * Math.cos(y * 20);
const at = (scale: number, folded = folds, blend?: number) =>
  foldsOn(
    alpha,
    { drape: folded, ...(blend && { blend }) },
    { scale, toBody: (x, y) => [x / scale, y / scale] },
    window,
    () => 1,
  );
const exact = (scale: number, x: number, y: number) => scale * folds((x + 10) / scale, (y + 20) / scale);

/** The largest difference between neighbours in a row. */
function steepest(made: Float32Array): number {
  const row = made.subarray(30 * width + 20, 30 * width + 70);
  return Math.max(...row.slice(1).map((value, i) => Math.abs(value - row[i]!)));
}

test('given a small figure, then folds are exact on what is covered and two pixels beside', () => {
  const made = at(100);
  for (let y = 13; y < 47; y++)
    for (let x = 18; x < 72; x++) expect(made[y * width + x]).toBeCloseTo(exact(100, x, y), 5);
});

test.each([300, 450, 700])(
  'given shoulders of %i pixels, then folds are right to a twentieth, also where the cloth ends',
  (scale) => {
    const made = at(scale);
    for (let y = 13; y < 47; y++)
      for (let x = 20; x < 70; x++)
        expect(Math.abs(made[y * width + x]! - exact(scale, x, y))).toBeLessThan(0.05 * 0.01 * scale);
  },
);

test('given a part without folds, then it is flat', () => {
  expect(at(300, () => 0).every((value) => value === 0)).toBe(true);
});

test('given folds of its own only, which are as narrow as a neckband, then they are drawn finely', () => {
  const narrow = (x: number) => (x > 0.055 && x < 0.075 ? 0.01 : 0);
  const scale = 750;
  const made = foldsOn(alpha, { folds: narrow }, { scale, toBody: (x, y) => [x / scale, y / scale] }, window, () => 1);
  expect(steepest(made)).toBeGreaterThan(0.3 * 0.01 * scale);
});

test('given folds of two halves that meet, then they go over into each other', () => {
  const step = (x: number) => (x < 0.15 ? 0 : 0.01);
  expect(steepest(at(300, step, 0.02))).toBeLessThan(0.4 * steepest(at(300, step)));
});

test('given what is sewn and how the cloth falls, then their heights add up', () => {
  const scale = 250;
  const on = (part: Parameters<typeof foldsOn>[1]) =>
    foldsOn(alpha, part, { scale, toBody: (x, y) => [x / scale, y / scale] }, window, () => 0.5);
  const cord = (x: number) => (x > 0.15 && x < 0.2 ? 0.01 : 0);
  const [sewn, fallen] = [on({ folds: cord }), on({ drape: folds })];
  expect(Math.max(...sewn)).toBeGreaterThan(1);
  expect(Math.max(...fallen)).toBeGreaterThan(0.5);
  expect(on({ folds: cord, drape: folds })).toEqual(sewn.map((height, i) => height + fallen[i]!));
});
