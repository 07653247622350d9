import { expect, test } from 'vitest';
import { closerLooks } from './closer-looks.ts';
import type { Face } from './find-face.ts';

const size = { width: 200, height: 100 };
const belief = (left: number, right: number) =>
  Float32Array.from({ length: 20_000 }, (_, i) => (i % 200 >= left && i % 200 < right ? 0.9 : 0.1));
const face = (left: number, width: number): Face => ({
  box: { score: 1, left, right: left + width, top: 20, bottom: 20 + width, points: [] },
  mesh: [],
  outline: [],
});

test('given a small person, then person and head are looked at again, within the picture', () => {
  const looks = closerLooks(belief(40, 80), size, face(50, 10));
  expect(looks.map(({ weight }) => weight)).toEqual([0.65, 0.5]);
  expect(looks[0]!.region).toMatchObject({ y: 50, height: 100 });
  expect(looks[1]!.region).toMatchObject({ x: 55, y: 25, width: 42 });
  expect(looks[1]!.region.y - looks[1]!.region.height / 2).toBeGreaterThanOrEqual(0);
});

test('given a head at the side, then the look ends with the picture', () => {
  const [look] = closerLooks(belief(0, 190), size, face(0, 20));
  expect(look!.region).toMatchObject({ x: 26, width: 52 });
});

test('given a head as large as the picture, then no look is closer', () => {
  expect(closerLooks(belief(20, 180), size, face(70, 60))).toEqual([]);
});

test('given nobody, then there is nothing to look at', () => {
  expect(closerLooks(belief(0, 0), size, undefined)).toEqual([]);
});
