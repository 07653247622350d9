import { expect, test } from 'vitest';
import type { Size } from '../pixels/plane.ts';
import { studioShadow } from './studio-shadow.ts';

const size: Size = { width: 200, height: 300 };
const person = (from: number, to: number) =>
  Float32Array.from({ length: size.width * size.height }, (_, i) => {
    const [x, y] = [i % size.width, Math.floor(i / size.width)];
    return x > 80 && x < 120 && y >= from && y < to ? 1 : 0;
  });

test('given a person, then the wall is darker near them than far away, and never dark', () => {
  const light = studioShadow(person(100, 300), size);
  expect(light(75, 200)).toBeLessThan(light(5, 200));
  expect(light(75, 200)).toBeGreaterThan(0.9);
  expect(light(5, 10)).toBeGreaterThan(0.999);
});

test('given somebody who stands in the picture, then the floor is dark below and beside their feet', () => {
  const light = studioShadow(person(40, 250), size);
  expect(light(100, 250)).toBeLessThan(light(100, 290) - 0.08);
  expect(light(75, 249)).toBeLessThan(light(75, 260) - 0.04);
});

test('given somebody whose legs are cut off, then there is no floor', () => {
  const light = studioShadow(person(40, 300), size);
  const standing = studioShadow(person(40, 290), size);
  expect(light(75, 289)).toBeGreaterThan(standing(75, 289) + 0.03);
  expect(light(75, 299)).toBeCloseTo(light(75, 260), 1);
});

test('given nobody, then all light stays', () => {
  expect(studioShadow(new Float32Array(size.width * size.height), size)(100, 150)).toBe(1);
});
