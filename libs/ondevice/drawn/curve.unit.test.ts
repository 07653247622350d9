import { describe, expect, test } from 'vitest';
import { smoothCurve, xAlong } from './curve.ts';

test('given points, then the smooth curve passes through all of them', () => {
  const points = [
    [0, 0],
    [1, 2],
    [0.5, 3],
  ] as const;
  const curve = smoothCurve(points, 5);
  for (const [k, point] of points.entries()) expect(curve[k * 5]).toEqual(point);
});

describe('given a side that goes down', () => {
  const x = xAlong([
    [1, 0],
    [0.8, 1],
    [1.2, 2],
  ]);

  test('then its x is known at every height', () => {
    expect(x(0)).toBeCloseTo(1);
    expect(x(1)).toBeCloseTo(0.8, 2);
    expect(x(1.5)).toBeGreaterThan(0.8);
    expect(x(1.5)).toBeLessThan(1.2);
  });

  test('then it goes straight on beyond its ends', () => {
    expect(x(-1)).toBeCloseTo(1);
    expect(x(5)).toBeCloseTo(1.2);
  });
});
