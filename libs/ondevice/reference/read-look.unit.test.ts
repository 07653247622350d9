import type { RgbImage } from '@styling/imaging';
import { describe, expect, test } from 'vitest';
import { nameColour } from '../garment/colour-names.ts';
import type { Triple } from '../pixels/colour.ts';
import { cutFlatGarment } from './flat-garment.ts';
import { readLook } from './read-look.ts';

/** A T-shaped garment on a ground, coloured by a function of the place. */
function garmentOn(ground: (x: number, y: number) => Triple, cloth: (x: number, y: number) => Triple): RgbImage {
  const [width, height] = [160, 180];
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const body = x > 45 && x < 115 && y > 30 && y < 160;
      const sleeves = x > 20 && x < 140 && y > 30 && y < 65;
      data.set(body || sleeves ? cloth(x, y) : ground(x, y), (y * width + x) * 3);
    }
  return { width, height, data };
}
const white = (): Triple => [250, 250, 250];
const look = (image: RgbImage) => {
  const mask = cutFlatGarment(image);
  return mask && readLook(image, mask);
};

describe('a flat garment', () => {
  test('given a plain ground, then exactly the garment is cut out', () => {
    const mask = cutFlatGarment(garmentOn(white, () => [30, 60, 140]));
    expect(mask?.[90 * 160 + 80]).toBe(1);
    expect(mask?.[90 * 160 + 10]).toBe(0);
    expect(mask?.reduce((sum, value) => sum + value, 0)).toBe(69 * 129 + 50 * 34);
  });

  test('given one colour, then that is its look', () => {
    const read = look(garmentOn(white, (x) => [30 + (x % 7), 62, 178]));
    expect(read).toMatchObject({ pattern: 'solid', second: undefined });
    expect(nameColour(read?.colour ?? [0, 0, 0])).toBe('royal blue');
  });

  test.each([
    ['stripes', (_: number, y: number) => y % 16 < 8],
    ['vertical stripes', (x: number) => x % 12 < 6],
    ['check', (x: number, y: number) => x % 16 < 8 || y % 16 < 8],
  ] as const)('given %s in two colours, then both and the pattern are read', (pattern, first) => {
    const read = look(garmentOn(white, (x, y) => (first(x, y) ? [120, 20, 30] : [240, 236, 220])));
    expect(read?.pattern).toBe(pattern);
    const names = [read?.colour, read?.second].map((colour) => colour && nameColour(colour));
    expect(names).toContain('dark red');
  });

  test('given a busy ground or an empty picture, then there is no flat garment', () => {
    const busy = (x: number, y: number): Triple => [(x * 37) % 256, (y * 91) % 256, (x * y) % 256];
    expect(cutFlatGarment(garmentOn(busy, () => [30, 60, 140]))).toBeUndefined();
    expect(cutFlatGarment(garmentOn(white, white))).toBeUndefined();
  });

  test('given hardly any pixels, then there is no look', () => {
    const image = garmentOn(white, white);
    expect(readLook(image, new Float32Array(160 * 180))).toBeUndefined();
  });
});
