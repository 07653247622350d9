import { expect, test } from 'vitest';
import { stickFigure } from '../fixtures/stick-figure.ts';
import { joint } from './find-pose.ts';
import { missingTrunk, placesByReach } from './reach-of-arms.ts';

test('given a hand as low as an arm reaches, then the trunk is as the pose supposes', () => {
  expect(missingTrunk([100, 100], [100, 200], [[150, 220]])).toBe(0);
});

test('given a hand far below the hips, then the trunk is so long that an arm reaches there', () => {
  expect(
    missingTrunk(
      [100, 100],
      [100, 200],
      [
        [90, 130],
        [110, 284],
      ],
    ),
  ).toBeCloseTo(60);
});

test('given a trunk that leans, then only how far down it the hand is counts', () => {
  expect(missingTrunk([100, 100], [160, 180], [[100, 250]])).toBe(0);
});

test('given no hand, then nothing is known', () => {
  expect(missingTrunk([100, 100], [100, 200], [])).toBe(0);
});

test('given a hand below the supposed knees, then hips and legs are lower, shoulders where they were', () => {
  const hand = { arm: 0, points: [[110, 284]] } as const;
  const at = placesByReach(stickFigure().pose, [hand]);
  expect([at(joint.leftShoulder), at(joint.leftElbow)]).toEqual([
    [140, 100],
    [155, 160],
  ]);
  expect(at(joint.leftHip)[1]).toBeCloseTo(260);
  expect(at(joint.leftKnee)[1]).toBeCloseTo(320);
});
