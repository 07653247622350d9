import { expect, test } from 'vitest';
import { side, sortSides } from './sides-of-border.ts';

/** One pixel, by its signed distance to the border, in bands of 10 pixels. */
const sideOf = (distance: number) =>
  sortSides(Float32Array.of(Math.max(0, distance)), Float32Array.of(Math.max(0, -distance)), 10)[0];

test('given pixels far from the border, then the colours of their side are learnt from them, and they stay as they are', () => {
  expect([sideOf(12), sideOf(-12)]).toEqual([side.person, side.ground]);
});

test('given pixels of the person beside the border, then colours are learnt from them, and they may change', () => {
  expect(sideOf(5)).toBe(side.person | side.near);
});

test('given pixels on the border, then nothing is learnt from them', () => {
  expect([sideOf(2), sideOf(-2)]).toEqual([side.near, side.near]);
});

test('given ground beside the border, then nothing is learnt from it, as it may be a part that was cut off', () => {
  expect(sideOf(-5)).toBe(side.near);
});
