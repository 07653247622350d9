import { describe, expect, test } from 'vitest';
import { hand } from '../fixtures/stick-figure.fixture.ts';
import type { Point } from '../pixels/points.ts';
import { regionOfCrop, regionOfPoints, regionOfPose } from './hand-region.ts';

const turned = (points: readonly Point[]): Point[] => points.map(([x, y]) => [-y, x]);

describe('where a hand is looked for', () => {
  test('given a wrist below its knuckles, then round them, upright, shifted towards the finger tips', () => {
    expect(regionOfPose([100, 200], [94, 170], [112, 170])).toMatchObject({
      x: 100,
      y: 164,
      width: 162,
      height: 162,
      rotation: 0,
    });
  });

  test('given a hand that points to the right, then the region is turned by a quarter', () => {
    const { x, y, rotation } = regionOfPose([100, 100], [130, 94], [130, 112]);
    expect(rotation).toBeCloseTo(Math.PI / 2);
    expect([Math.round(x), Math.round(y)]).toEqual([136, 100]);
  });

  test('given the centre of a crop and a point below, then it is the circle round both', () => {
    expect(regionOfCrop([50, 50], [50, 70])).toMatchObject({ x: 50, y: 46, width: 40, rotation: 0 });
  });

  test('given the points of a hand, then all of it is inside, however it is turned', () => {
    const upright = regionOfPoints(hand);
    const aside = regionOfPoints(turned(hand));
    expect(aside.width).toBeCloseTo(upright.width);
    expect(aside.rotation - upright.rotation).toBeCloseTo(Math.PI / 2);
    for (const [x, y] of hand)
      expect(Math.max(Math.abs(x - upright.x), Math.abs(y - upright.y))).toBeLessThan(upright.width / 2);
  });
});
