import { converter } from 'culori';
import { describe, expect, test } from 'vitest';
import { beyondShade, fromLinear, oklab, oklabOf, oklabPlanes, type Triple, toLinear } from './colour.ts';
import { clusterColours } from './colour-clusters.ts';
import { rgbBytes, rgbPlanes } from './plane.ts';
import { median, quantile } from './statistics.ts';

const reference = converter('oklab');

describe('colour', () => {
  test.each([
    [0, 0, 0],
    [255, 255, 255],
    [186, 26, 34],
    [24, 33, 64],
    [10, 200, 90],
  ] as const)('given %i %i %i, then OKLab agrees with culori', (r, g, b) => {
    const expected = reference({ mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 });
    const [l, a, bb] = oklab([r, g, b]);
    expect(l).toBeCloseTo(expected.l, 4);
    expect(a).toBeCloseTo(expected.a, 4);
    expect(bb).toBeCloseTo(expected.b, 4);
  });

  test('given any value, when made linear and back, then it is the same', () => {
    for (let value = 0; value <= 1; value += 0.01) expect(fromLinear(toLinear(value))).toBeCloseTo(value, 5);
  });

  test('given bytes, when made planes and back, then they are the same', () => {
    const bytes = Uint8Array.from({ length: 300 }, (_, i) => (i * 53) % 256);
    expect(rgbBytes(rgbPlanes(bytes))).toEqual(bytes);
  });

  test('given an image twice, then it is converted once; given another with the same colours, then again', () => {
    const image = { data: Uint8Array.of(200, 30, 90) };
    const planes = oklabOf(image);
    expect(planes).toEqual(oklabPlanes(image.data));
    expect(oklabOf(image)).toBe(planes);
    expect(oklabOf({ data: image.data.slice() })).not.toBe(planes);
  });
});

describe('clusterColours', () => {
  const paint = (colours: readonly (readonly number[])[]) => Uint8Array.from(colours.flat());
  const everyPixel = (count: number) => Array.from({ length: count }, (_, i) => i);

  test('given red cloth with some white, then both are found, the larger first', () => {
    const data = paint(
      Array.from({ length: 400 }, (_, i) => (i % 4 === 0 ? [240, 240, 240] : [180 + (i % 9), 20, 30])),
    );
    const { clusters, assigned } = clusterColours(oklabPlanes(data), everyPixel(400));
    expect(clusters.map(({ share }) => share)).toEqual([0.75, 0.25]);
    expect([assigned[0], assigned[1]]).toEqual([1, 0]);
  });

  test('given one cloth in light and shade, then it is one colour', () => {
    const data = paint(Array.from({ length: 400 }, (_, i) => (i % 2 ? [60, 70, 120] : [85, 96, 150])));
    expect(clusterColours(oklabPlanes(data), everyPixel(400), { spread: 0.002 }).clusters).toHaveLength(1);
  });
});

test('given values, then quantiles are read off; nothing gives 0', () => {
  expect(quantile([5, 1, 3, 2, 4], 0.25)).toBe(2);
  expect(median([9, 1, 5])).toBe(5);
  expect(median([])).toBe(0);
});

const red: Triple = [180, 20, 25];
const inLight = ([r, g, b]: Triple, light: number): Triple => {
  // Half the light is 0.73 of the sRGB value.
  const encoded = light ** (1 / 2.2);
  return [r * encoded, g * encoded, b * encoded];
};

test('given a cloth in the shade of its folds, then it is the same but for its lightness', () => {
  const { lightness, hue } = beyondShade(oklab(inLight(red, 0.7)), oklab(red));
  expect(lightness).toBe(0);
  expect(hue).toBeLessThan(0.02);
});

test('given another colour as light, or another grey, then it is apart', () => {
  expect(beyondShade(oklab([30, 110, 60]), oklab(red)).hue).toBeGreaterThan(0.2);
  expect(beyondShade(oklab([40, 40, 40]), oklab([220, 220, 220])).lightness).toBeGreaterThan(0.4);
});
