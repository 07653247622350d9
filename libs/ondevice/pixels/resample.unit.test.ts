import { expect, test } from 'vitest';
import { samplePlane, smallerCopy } from './resample.ts';

const slope = (width: number, height: number) =>
  Float32Array.from({ length: width * height }, (_, i) => (i % width) + 10 * Math.floor(i / width));

test('given pixels twice as large, then each is the mean of four', () => {
  const sampled = samplePlane(slope(4, 2), { width: 4, height: 2 }, 2, { width: 2, height: 1 });
  expect([...sampled]).toEqual([5.5, 7.5]);
});

test('given pixels one and a half times as large, then a slope stays where it was', () => {
  const sampled = samplePlane(slope(6, 3), { width: 6, height: 3 }, 1.5, { width: 4, height: 2 });
  expect([...sampled].map((value) => Math.round(value * 100) / 100)).toEqual([
    2.75, 4.25, 5.75, 7.25, 17.75, 19.25, 20.75, 22.25,
  ]);
});

test('given smaller pixels, then values between the old ones are given, and at the border those there', () => {
  const sampled = samplePlane(Float32Array.of(0, 1), { width: 2, height: 1 }, 0.5, { width: 4, height: 2 });
  expect([...sampled]).toEqual([0, 0.25, 0.75, 1, 0, 0.25, 0.75, 1]);
});

test('given one pixel, then all are as it is', () => {
  expect([...samplePlane(Float32Array.of(3), { width: 1, height: 1 }, 0.5, { width: 2, height: 2 })]).toEqual([
    3, 3, 3, 3,
  ]);
});

const image = (width: number, height: number) => ({ data: new Uint8Array(width * height * 3), width, height });

test('given a larger picture, then its copy has that many pixels in its proportions; a smaller one is itself', async () => {
  const { width, height } = await smallerCopy(image(400, 100), 10_000);
  expect([width, height]).toEqual([200, 50]);
  const small = image(100, 100);
  expect(await smallerCopy(small, 10_000)).toBe(small);
});
