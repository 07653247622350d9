import { expect, test } from 'vitest';
import { figureSize, stickFigure } from '../fixtures/stick-figure.ts';
import { joint, type Pose } from './find-pose.ts';
import { shareBelowFeet } from './fit-whole-pose.ts';

const { pose } = stickFigure();
/** The figure, whose knees are at y 260, with its network's mask down to `end`, and the right knee at `knee`. */
const seenDownTo = (end: number, knee: readonly [number, number] = [78, 260]): Pose => ({
  ...pose,
  points: pose.points.map((point, which) => (which === joint.rightKnee ? { ...point, x: knee[0], y: knee[1] } : point)),
  mask: pose.mask.map((_, i) => {
    const [x, y] = [((i % 256) / 256) * 300 - 50, (Math.floor(i / 256) / 256) * 300];
    return Math.abs(x - 100) < 40 && y > 30 && y < end ? 4 : -4;
  }),
});

test.each([
  ['a mask that ends at the lowest point', seenDownTo(262), 0],
  ['a mask that ends a little below', seenDownTo(268), 0],
  ['a mask that goes on', seenDownTo(300), 0.11],
  ['a lower point outside of the picture', seenDownTo(300, [78, 420]), 0],
] as const)('given %s, then that share of the body is below the feet', (_, body, share) => {
  expect(shareBelowFeet(body, figureSize)).toBeCloseTo(share, 2);
});

test('given no body, then nothing is below the feet', () => {
  expect(shareBelowFeet(pose, figureSize)).toBe(0);
});
