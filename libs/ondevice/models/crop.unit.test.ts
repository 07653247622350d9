import { expect, test } from 'vitest';
import { cropRegion, square } from './crop.ts';

/** A picture whose red is the column, green the row, and blue 100. */
const ramps = (width: number, height: number) => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height * 3 }, (_, i) => {
    const pixel = Math.floor(i / 3);
    return [pixel % width, Math.floor(pixel / width), 100][i % 3] as number;
  }),
});
const picture = ramps(32, 32);
/** The colour of a pixel of a crop of 8 x 8. */
const at = (crop: Float32Array, x: number, y: number) => [...crop.subarray((y * 8 + x) * 3, (y * 8 + x) * 3 + 3)];

test('given a region as large as the crop, then its pixels are those of the picture', () => {
  const crop = cropRegion(picture, square(14, 24, 8), 8, 0, 255);
  expect([at(crop, 0, 0), at(crop, 7, 7)]).toEqual([
    [10, 20, 100],
    [17, 27, 100],
  ]);
});

test('given a larger region, then each pixel is the mean of all that it covers', () => {
  const crop = cropRegion(picture, square(16, 16, 32), 8, 0, 255);
  expect([at(crop, 0, 0), at(crop, 7, 3)]).toEqual([
    [1.5, 1.5, 100],
    [29.5, 13.5, 100],
  ]);
});

test('given a turned region, then its top is where it was turned to', () => {
  const [red, green] = at(cropRegion(picture, square(14, 24, 8, Math.PI / 2), 8, 0, 255), 7, 0);
  expect(red).toBeCloseTo(17, 4);
  expect(green).toBeCloseTo(27, 4);
});

test('given a region that reaches out of the picture, then it is black there, and fades at the border', () => {
  const crop = cropRegion(picture, square(31.5, 31.5, 8), 8, 0, 255);
  expect([at(crop, 3, 3), at(crop, 4, 4), at(crop, 5, 5)]).toEqual([
    [30.5, 30.5, 100],
    [7.75, 7.75, 25],
    [0, 0, 0],
  ]);
  expect(at(cropRegion(picture, square(0.5, 0.5, 8), 8, 0, 255), 3, 3)).toEqual([0, 0, 25]);
});

test('given a region that is far away, then it is black', () => {
  expect(at(cropRegion(picture, square(1e12, 5, 8), 8, 0, 255), 4, 4)).toEqual([0, 0, 0]);
});

test('given a range, then black is its low end and white its high one', () => {
  const white = { width: 8, height: 8, data: new Uint8Array(192).fill(255) };
  expect(at(cropRegion(white, square(4, 4, 8), 8, -1, 1), 4, 4)).toEqual([1, 1, 1]);
  expect(at(cropRegion(white, square(100, 100, 8), 8, -1, 1), 4, 4)).toEqual([-1, -1, -1]);
});
