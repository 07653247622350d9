import { expect, test } from 'vitest';
import { figureFrame, figureSize } from '../fixtures/stick-figure.ts';
import type { Point } from '../pixels/points.ts';
import type { BodyFrame } from './body-frame.ts';
import { joint } from './find-pose.ts';
import { label } from './labels.ts';
import { regionPriors } from './region-priors.ts';

const { width, height } = figureSize;
const standing = figureFrame();
const moved = (which: number, to: Point): BodyFrame => ({
  ...standing,
  at: (other) => (other === which ? to : standing.at(other)),
});

/** Priors of a top and of what is worn below, of somebody whose whole picture is person. */
function priorsAt(frame: BodyFrame, [x, y]: Point) {
  const empty = new Float32Array(width * height);
  const planes = regionPriors({
    ...{ frame, size: figureSize, matte: empty.map(() => 1), face: empty, head: empty, hands: empty, skinLike: empty },
    limbs: [],
  });
  return { top: planes[label.top]![y * width + x]!, bottom: planes[label.bottom]![y * width + x]! };
}

test('given a knee that is lifted beside the trunk, then its thigh is no top; that of somebody who stands leaves the trunk one', () => {
  const thigh: Point = [138, 175];
  const lifted = priorsAt(moved(joint.leftKnee, [148, 155]), thigh);
  const stood = priorsAt(standing, thigh);
  expect(lifted.bottom).toBeGreaterThan(2 * lifted.top);
  expect(lifted.bottom).toBeGreaterThan(stood.bottom);
  expect(stood.top).toBeGreaterThan(lifted.top);
});

test('given a forearm before the hips, then what is worn below is not there', () => {
  const frame: BodyFrame = {
    ...standing,
    arms: [{ ...standing.arms[0], elbow: [145, 175], wrist: [95, 205] }, standing.arms[1]],
  };
  const middle: Point = [120, 190];
  expect(priorsAt(frame, middle).bottom).toBeLessThan(0.2 * priorsAt(standing, middle).bottom);
});
