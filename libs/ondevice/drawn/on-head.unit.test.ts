import { expect, test } from 'vitest';
import type { Plane } from '../pixels/plane.ts';
import { onHead } from './on-head.ts';

const size = { width: 60, height: 80 };
const area = (left: number, top: number, right: number, bottom: number): Plane =>
  Float32Array.from({ length: size.width * size.height }, (_, i) => {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    return x >= left && x < right && y >= top && y < bottom ? 1 : 0;
  });
const both = (a: Plane, b: Plane): Plane => a.map((value, i) => Math.max(value, b[i]!));
const at = (x: number, y: number): number => y * size.width + x;

const head = area(20, 10, 40, 35);
const hair = area(16, 5, 44, 12);

test('given shade on a neck that is taken for hair, then it is left out, and the hair stays', () => {
  const kept = onHead(both(hair, area(28, 45, 30, 49)), head, size);
  expect(kept[at(29, 47)]).toBe(0);
  expect(kept[at(30, 8)]).toBe(1);
});

test('given a lock that hangs from the head, or is long, then it stays', () => {
  expect(onHead(both(hair, area(42, 12, 44, 20)), head, size)[at(43, 18)]).toBe(1);
  expect(onHead(both(hair, area(10, 45, 12, 70)), head, size)[at(11, 60)]).toBe(1);
});
