import { describe, expect, test } from 'vitest';
import { boxBlur, fillByBlur, gaussianBlur, softenSteps, wideBoxBlur } from './box-blur.ts';
import { guidedFilter, smoothKeepingEdges } from './guided-filter.ts';
import { insideDistance } from './inside-distance.ts';
import { latticeNoise } from './noise.ts';

const size = { width: 23, height: 17 };
const noise = Float32Array.from({ length: 23 * 17 }, (_, i) => latticeNoise(i, 7));
const step = Float32Array.from({ length: 23 * 17 }, (_, i) => (i % 23 < 11 ? 0 : 1));

describe('boxBlur', () => {
  test.each([
    [1, 23, 17],
    [3, 24, 16],
    [40, 23, 16],
    [2, 1, 5],
    [2, 6, 1],
  ])('given radius %i and %i x %i pixels, then every pixel is the mean of its window', (radius, width, height) => {
    const plane = noise.slice(0, width * height);
    const means = plane.map((_, i) => {
      const [x, y] = [i % width, Math.floor(i / width)];
      let sum = 0;
      let count = 0;
      for (let v = Math.max(0, y - radius); v <= Math.min(height - 1, y + radius); v++)
        for (let u = Math.max(0, x - radius); u <= Math.min(width - 1, x + radius); u++, count++)
          sum += plane[v * width + u]!;
      return sum / count;
    });
    boxBlur(plane, { width, height }, radius).forEach((value, i) => {
      expect(value).toBeCloseTo(means[i]!, 5);
    });
    expect(boxBlur(plane, { width, height }, radius, plane)).toBe(plane);
    expect(plane[0]).toBeCloseTo(means[0]!, 5);
  });

  test('given a constant, then it stays, also with a Gaussian', () => {
    const flat = new Float32Array(23 * 17).fill(0.3);
    for (const out of [boxBlur(flat, size, 4), gaussianBlur(flat, size, 5)])
      out.forEach((value) => {
        expect(value).toBeCloseTo(0.3, 5);
      });
  });
});

describe('a wide blur, which is of a smaller copy', () => {
  const wide = { width: 130, height: 90 };
  const edge = Float32Array.from({ length: 130 * 90 }, (_, i) => (i % 130 < 60 ? 0 : 1));

  test.each([17, 24, 40])('given a box of radius %i, then it differs from the exact one by little', (radius) => {
    const exact = boxBlur(edge, wide, radius);
    const far = wideBoxBlur(edge, wide, radius).map((value, i) => Math.abs(value - exact[i]!));
    expect(Math.max(...far)).toBeLessThan(0.05);
  });

  test('given a Gaussian, then an edge becomes its integral', () => {
    const out = gaussianBlur(edge, wide, 12);
    const at = (x: number) => out[45 * 130 + x]!;
    expect(at(59) + at(60)).toBeCloseTo(1, 2);
    for (const [x, integral] of [
      [71.5, 0.8413],
      [83.5, 0.9772],
      [47.5, 0.1587],
    ] as const)
      expect((at(Math.floor(x)) + at(Math.ceil(x))) / 2).toBeCloseTo(integral, 1);
  });
});

describe('fillByBlur', () => {
  test('given a hole, then it is filled from round it and the known stays', () => {
    const values = new Float32Array(23 * 17).fill(0.6);
    const known = new Float32Array(23 * 17).fill(1);
    for (let y = 5; y < 12; y++) for (let x = 8; x < 15; x++) [values[y * 23 + x], known[y * 23 + x]] = [9, 0];
    const filled = fillByBlur(values, known, size, [1, 3, 9]);
    filled.forEach((value) => {
      expect(value).toBeCloseTo(0.6, 4);
    });
  });
});

describe('guidedFilter', () => {
  test('given a noisy mask and a clean guide, then noise goes and the edge stays', () => {
    const noisy = step.map((value, i) => Math.min(1, Math.max(0, value + (noise[i]! - 0.5) * 0.4)));
    const out = guidedFilter([step, step, step], size, 3, 1e-4)(noisy);
    const roughness = (plane: Float32Array) =>
      plane.reduce(
        (sum, value, i) => sum + (i > 0 && step[i] === step[i - 1] ? Math.abs(value - plane[i - 1]!) : 0),
        0,
      );
    expect(roughness(out)).toBeLessThan(roughness(noisy) * 0.3);
    expect(out[8 * 23 + 11]! - out[8 * 23 + 10]!).toBeGreaterThan(0.7);
  });
});

describe('insideDistance', () => {
  test('given a half plane, then the distance grows by one a pixel and is 0 outside', () => {
    const distance = insideDistance(step, size);
    expect(distance[8 * 23 + 10]).toBe(0);
    expect(distance[8 * 23 + 11]).toBe(1);
    expect(distance[8 * 23 + 22]).toBe(12);
  });
});

describe('filters on a smaller copy', () => {
  const wide = { width: 120, height: 90 };
  const half = Float32Array.from({ length: 120 * 90 }, (_, i) => (i % 120 < 57 ? 0.2 : 0.8));
  const rough = half.map((value, i) => value + 0.1 * (latticeNoise(i, 3) - 0.5));
  const spread = (plane: Float32Array, left: number) => {
    const values = plane.filter((_, i) => i % 120 >= left && i % 120 < left + 30);
    const middle = values.reduce((sum, value) => sum + value, 0) / values.length;
    return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / values.length);
  };

  test.each([5, 9])(
    'given a step and noise, when smoothed within %i pixels, then noise goes, the step stays',
    (radius) => {
      for (const out of [
        smoothKeepingEdges(rough, wide, radius, 3e-3),
        guidedFilter([half, half, half], wide, radius, 1e-3)(rough),
      ]) {
        expect(spread(out, 10)).toBeLessThan(spread(rough, 10) * 0.5);
        expect(out[45 * 120 + 58]! - out[45 * 120 + 55]!).toBeGreaterThan(0.45);
      }
    },
  );

  test('given a person that is cut out roughly, then the guide gives it its edge', () => {
    const shifted = Float32Array.from({ length: 120 * 90 }, (_, i) => (i % 120 < 60 ? 0 : 1));
    const out = guidedFilter([half, half, half], wide, 9, 1e-4)(shifted);
    expect(out[45 * 120 + 58]!).toBeGreaterThan(0.6);
    expect(out[45 * 120 + 55]!).toBeLessThan(0.3);
  });
});

test('given an outline with a step, then opacities go over into each other beside it, and nothing else changes', () => {
  const hard = Float32Array.from({ length: 108 }, (_, i) => (i % 12 < (i < 60 ? 5 : 6) ? 1 : 0));
  const soft = softenSteps(hard, { width: 12, height: 9 });
  const row = (y: number) => Array.from(soft.subarray(y * 12 + 3, y * 12 + 8), (value) => Number(value.toFixed(2)));
  expect(row(2)).toEqual([1, 0.77, 0.23, 0, 0]);
  expect(row(4)).toEqual([1, 0.84, 0.31, 0.08, 0]);
  expect(row(6)).toEqual([1, 1, 0.77, 0.23, 0]);
});
