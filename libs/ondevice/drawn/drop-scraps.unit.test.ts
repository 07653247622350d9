import { expect, test } from 'vitest';
import { dropScraps } from './drop-scraps.ts';

const size = { width: 100, height: 100 };
const plane = (value: (x: number, y: number) => number) =>
  Float32Array.from({ length: size.width * size.height }, (_, i) => value(i % size.width, Math.floor(i / size.width)));
const person = (x: number, y: number) => (x > 20 && x < 80 && y > 10 ? 1 : 0);
const apart = (x: number, y: number) => x > 85 && x < 95 && y > 50 && y < 65;
const at = (x: number, y: number) => y * size.width + x;

test('given a piece apart that is none of the body, then it goes and the person stays', () => {
  const matte = plane((x, y) => (apart(x, y) ? 1 : person(x, y)));
  dropScraps(
    matte,
    plane(() => 0),
    size,
  );
  expect([matte[at(90, 57)], matte[at(50, 50)]]).toEqual([0, 1]);
});

test('given a hand apart from a garment, then it stays', () => {
  const matte = plane((x, y) => (apart(x, y) ? 1 : person(x, y)));
  dropScraps(
    matte,
    plane((x, y) => (apart(x, y) ? 1 : 0)),
    size,
  );
  expect(matte[at(90, 57)]).toBe(1);
});

test('given a large piece, then it stays: half a person behind a table', () => {
  const matte = plane((x, y) => (y > 40 && y < 50 ? 0 : person(x, y)));
  dropScraps(
    matte,
    plane(() => 0),
    size,
  );
  expect(matte[at(50, 30)]).toBe(1);
});
