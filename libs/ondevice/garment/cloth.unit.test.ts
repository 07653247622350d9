import { describe, expect, test } from 'vitest';
import type { Plane } from '../pixels/plane.ts';
import { onSwatch, type Swatch } from './cloth.ts';

/** Red grows to the right, green downwards; one shoulder width wide and half a one tall, round the spine. */
const size = { width: 102, height: 52 };
const plane = (get: (x: number, y: number) => number): Plane =>
  new Float32Array(size.width * size.height).map((_, i) => get(i % size.width, Math.floor(i / size.width)));
const swatch: Swatch = {
  size,
  rgb: [plane((x) => x / 100), plane((_, y) => y / 50), plane(() => 0)],
  scale: 100,
  left: -0.5,
  top: 0.2,
};
const at = (x: number, y: number) => onSwatch(swatch, x, y).map((value) => Math.round(value * 100) / 100);

describe('a swatch', () => {
  test('given a place on it, then it has the colour of that place', () => {
    expect(at(0, 0.45)).toEqual([0.5, 0.5, 0]);
    expect(at(-0.4, 0.25)).toEqual([0.1, 0.1, 0]);
  });

  test('given a place beside it, then its outer half goes to and fro: its middle is not repeated', () => {
    expect(at(0.6, 0.45)[0]).toBeCloseTo(0.9, 2);
    expect(at(-0.6, 0.45)[0]).toBeCloseTo(0.1, 2);
    const beyond = Array.from({ length: 200 }, (_, k) => at(0.5 + k / 100, 0.45)[0]!);
    expect(Math.min(...beyond)).toBeGreaterThanOrEqual(0.49);
  });

  test('given a place above or below it, then it is mirrored, without a seam', () => {
    expect(at(0, 0.8)[1]).toBeCloseTo(0.8, 2);
    expect(at(0, 0.1)[1]).toBeCloseTo(0.2, 2);
  });
});
