import { describe, expect, test } from 'vitest';
import type { Plane, Rgb } from '../pixels/plane.ts';
import { readSwatch } from './read-swatch.ts';

const size = { width: 300, height: 300 };
const lie = { origin: [150, 50], right: [200, 0], down: [0, 200] } as const;
const stretch = { left: -0.5, right: 0.5, top: 0, bottom: 1 };
const plane = (get: (x: number, y: number) => number): Plane =>
  new Float32Array(size.width * size.height).map((_, i) => get(i % size.width, Math.floor(i / size.width)));
const grey = (get: (x: number, y: number) => number): Rgb => [plane(get), plane(get), plane(get)];
const all = plane(() => 1);
/** Light that falls off to the right. */
const light = (x: number) => 1 - 0.5 * (x / 300);
const stripes = (x: number, y: number) => (y % 30 < 15 ? 0.6 : 0.15) * light(x);

describe('a swatch of a garment', () => {
  test('given stripes in uneven light, then they are kept and the light is evened', () => {
    const swatch = readSwatch({ rgb: grey(stripes), size, cloth: all }, lie, stretch, 'largest');
    if (!swatch) throw new Error('no swatch');
    const { width, height } = swatch.size;
    const red = swatch.rgb[0];
    const meanOf = (from: number, to: number) => {
      let sum = 0;
      for (let y = 0; y < height; y++) for (let x = from; x < to; x++) sum += red[y * width + x]!;
      return sum / (height * (to - from));
    };
    const uneven = light(60) / light(240);
    expect(meanOf(10, 40) / meanOf(width - 40, width - 10)).toBeLessThan(1 + 0.5 * (uneven - 1));
    const column = Array.from({ length: height }, (_, y) => red[y * width + width / 2]!);
    expect(Math.max(...column)).toBeGreaterThan(2.5 * Math.min(...column));
  });

  test('given an arm before it, then the larger side is taken, in its place', () => {
    const cloth = plane((x) => (x > 110 && x < 140 ? 0 : 1));
    const swatch = readSwatch({ rgb: grey(stripes), size, cloth }, lie, stretch, 'largest');
    expect(swatch?.left).toBeCloseTo((140 - 150) / 200, 1);
  });

  test('given a coloured cloth with deep folds, then they are no pattern', () => {
    const fold = (x: number, y: number) => 0.6 + 0.4 * Math.sin((x + 0.6 * y) / 5);
    const red: Rgb = [
      plane((x, y) => 0.9 * fold(x, y)),
      plane((x, y) => 0.03 * fold(x, y)),
      plane((x, y) => 0.02 * fold(x, y)),
    ];
    expect(readSwatch({ rgb: red, size, cloth: all }, lie, stretch, 'largest')).toBeUndefined();
  });

  test('given a plain cloth, or hardly any, then there is none', () => {
    expect(readSwatch({ rgb: grey(light), size, cloth: all }, lie, stretch, 'largest')).toBeUndefined();
    const little = plane((x, y) => (x > 100 && x < 130 && y > 100 && y < 130 ? 1 : 0));
    expect(readSwatch({ rgb: grey(stripes), size, cloth: little }, lie, stretch, 'largest')).toBeUndefined();
  });
});
