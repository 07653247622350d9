import { expect, test } from 'vitest';
import { rgbPlanes } from '../pixels/plane.ts';
import { atFullSize, workingCopy } from './at-full-size.ts';

const photograph = (width: number, height: number) => {
  const data = new Uint8Array(width * height * 3);
  // Fine stripes on a slope, which no smaller copy can show.
  for (let i = 0; i < data.length; i++) data[i] = 60 + (i * 90) / data.length + (i % 2 === 0 ? 20 : 0);
  return { width, height, data };
};
const large = photograph(1024, 768);

test('given a small photograph, then it is dressed as it is, and a picture of it stays as it is', async () => {
  const small = photograph(500, 600);
  expect(await workingCopy(small)).toBe(small);
  expect(await atFullSize(rgbPlanes(small.data), small, small)).toEqual(small);
});

test('given a large photograph, then a copy of its shape with 0.25 megapixels is dressed', async () => {
  const { width, height } = await workingCopy(large);
  expect(width * height).toBeLessThan(255_000);
  expect(width * height).toBeGreaterThan(245_000);
  expect(width / height).toBeCloseTo(4 / 3, 2);
});

test('given a copy that was not changed, then every pixel is the photograph', async () => {
  const copy = await workingCopy(large);
  const { data, ...size } = await atFullSize(rgbPlanes(copy.data), copy, large);
  expect(size).toEqual({ width: 1024, height: 768 });
  expect(Buffer.compare(data, large.data)).toBe(0);
});

test('given a painted area, then it is painted, and what is farther away is the photograph', async () => {
  const copy = await workingCopy(large);
  const picture = rgbPlanes(copy.data);
  const { width } = copy;
  for (let y = 100; y < 200; y++)
    for (let x = 100; x < 200; x++) for (const plane of picture) plane[y * width + x] = 0.9;
  const made = await atFullSize(picture, copy, large);
  const scale = 1024 / width;
  const reds = (from: number, to: number) =>
    Array.from({ length: 20 }, (_, k) => {
      const at = Math.round((from + ((to - from) * k) / 19) * scale);
      return 3 * (Math.round(150.5 * scale) * 1024 + at);
    });
  for (const at of reds(105, 195)) expect(Math.abs(made.data[at]! - 0.9 * 255)).toBeLessThan(2);
  for (const at of [...reds(10, 90), ...reds(210, 290)]) expect(made.data[at]).toBe(large.data[at]);
});

test('given a changed area in which pixels happen to be as they were, then none of the photograph shows there', async () => {
  const copy = await workingCopy(large);
  const picture = rgbPlanes(copy.data);
  const [red] = picture;
  for (let y = 100; y < 200; y++) for (let x = 100; x < 200; x++) if (x % 8 > 1) red[y * copy.width + x] = 0.9;
  const made = await atFullSize(picture, copy, large);
  // Its green, which was not changed, has stripes in the photograph and none in the copy.
  const scale = 1024 / copy.width;
  const row = Math.round(150 * scale) * 1024;
  const greens = Array.from({ length: 90 }, (_, k) => made.data[3 * (row + Math.round(105 * scale) + k) + 1]!);
  const steps = greens.slice(1).map((green, k) => Math.abs(green - greens[k]!));
  expect(Math.max(...steps)).toBeLessThan(8);
});
