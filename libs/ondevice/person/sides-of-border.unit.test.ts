import { expect, test } from 'vitest';
import { side, sortSides } from './sides-of-border.ts';

/** One pixel: its belief and its signed distance to the border, in bands of 10 pixels. */
const sideOf = (belief: number, distance: number) =>
  sortSides(
    Float32Array.of(belief),
    Float32Array.of(Math.max(0, distance)),
    Float32Array.of(Math.max(0, -distance)),
    10,
  )[0];

test('given pixels far from the border, then they teach the colours of their side and stay as they are', () => {
  expect([sideOf(0.95, 12), sideOf(0.02, -12)]).toEqual([side.person, side.ground]);
});

test('given pixels of which the network is sure beside the border, then they teach and may change', () => {
  expect(sideOf(0.95, 5)).toBe(side.person | side.near);
  expect(sideOf(0.02, -5)).toBe(side.ground | side.near);
});

test('given pixels on the border, then they teach nothing', () => {
  expect([sideOf(0.95, 2), sideOf(0.02, -2)]).toEqual([side.near, side.near]);
});

test('given ground beside the border of which the network is not sure, then it may be a part that was cut off and teaches nothing', () => {
  expect(sideOf(0.1, -5)).toBe(side.near);
});
