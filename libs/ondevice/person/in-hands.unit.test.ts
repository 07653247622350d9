import { describe, expect, test } from 'vitest';
import { hand } from '../fixtures/hand.ts';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import type { Point } from '../pixels/points.ts';
import { handShape } from './hand-shape.ts';
import { areasInHands, gripOf } from './in-hands.ts';

const { width, height } = figureSize;
/** A hand of half the fixture's size before the chest, its wrist at (100, 170). */
const points = hand.map(([x, y]): Point => [100 + (x - 100) / 2, 170 + (y - 140) / 2]);
const { relative } = handShape(points);
const hands = [gripOf({ arm: 1, points })];
const found = Float32Array.from({ length: width * height }, (_, i) =>
  relative(i % width, Math.floor(i / width)) < 1 ? 1 : 0,
);
const areas = (isForeign: (x: number, y: number) => boolean, which = hands) =>
  areasInHands(figureFrame(), which, found, (i) => isForeign(i % width, Math.floor(i / width)), figureSize);
const onPhone = (x: number, y: number) => Math.abs(x - 100) < 10 && y > 96 && y < 140;

describe('what is held in a hand', () => {
  test('given a phone between the fingers, then it is found', () => {
    const held = areas(onPhone);
    expect(held.length).toBeGreaterThan(0);
    for (const i of held.flat()) expect(onPhone(i % width, Math.floor(i / width))).toBe(true);
    expect(held.flat().length).toBeGreaterThan(300);
  });

  test('given the same without a hand, then nothing is held', () => {
    expect(areas(onPhone, [])).toEqual([]);
  });

  test('given a jacket that goes on behind the hand, a pocket away from it, or a sleeve, then none of them is held', () => {
    expect(areas((_, y) => y > 100)).toEqual([]);
    expect(areas((x, y) => x > 118 && x < 128 && y > 170 && y < 180)).toEqual([]);
    expect(areas((x, y) => Math.abs(x - 150) < 8 && y > 110 && y < 150)).toEqual([]);
  });
});
