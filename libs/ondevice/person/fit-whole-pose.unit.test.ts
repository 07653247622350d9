import { describe, expect, test } from 'vitest';
import { figureSize, stickFigure } from '../fixtures/stick-figure.ts';
import { square } from '../models/crop.ts';
import type { Networks } from '../models/networks.ts';
import { joint, type Pose } from './find-pose.ts';
import { fitWholePose, shareBelowFeet } from './fit-whole-pose.ts';

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

describe('a fit', () => {
  const image = { width: 300, height: 300, data: new Uint8Array(300 * 300 * 3) };
  /** What the pose network answers in turn: a body that ends at `feet`, 0..1 of its region, with its mask down to the end of that, and how sure it is. */
  const answering = (...answers: readonly (readonly [feet: number, presence: number])[]) => {
    let asked = 0;
    const poseLandmarks = async () => {
      const [feet, presence] = answers[asked++]!;
      const points = new Float32Array(35 * 5);
      const place = (which: number, x: number, y: number) => points.set([x * 256, y * 256], which * 5);
      for (let which = 0; which < 33; which++) place(which, 0.5, 0.2);
      for (const which of [joint.leftHip, joint.rightHip]) place(which, 0.5, 0.2 + (feet - 0.2) / 2);
      place(joint.leftFoot, 0.5, feet);
      place(joint.centre, 0.5, 0.5);
      // So that the next fit is in the same region.
      place(joint.extent, 0.5, 0.1);
      const mask = Float32Array.from({ length: 256 * 256 }, (_, i) => (i >= 0.1 * 256 * 256 ? 4 : -4));
      return [points, new Float32Array([presence]), mask];
    };
    return { networks: { poseLandmarks } as unknown as Networks, asked: () => asked };
  };
  const start = square(150, 150, 120);

  test('given a body that does not go on below its feet, then it is the one', async () => {
    const { networks, asked } = answering([0.98, 1], [0.98, 1]);
    expect((await fitWholePose(networks, image, start)).region.width).toBeCloseTo(120, 3);
    expect(asked()).toBe(2);
  });

  test('given a squeezed body, then the whole one in a wider region is', async () => {
    const { networks } = answering([0.5, 1], [0.5, 1], [0.98, 1], [0.98, 1]);
    expect((await fitWholePose(networks, image, start)).region.width).toBeCloseTo(180, 3);
  });

  test.each([
    ['none', 0.98, 0.3],
    ['one that goes on as far', 0.5, 1],
  ] as const)('given a squeezed body, and %s in the wider region, then it stays', async (_, feet, presence) => {
    const { networks } = answering([0.5, 1], [0.5, 1], [feet, presence], [feet, presence]);
    expect((await fitWholePose(networks, image, start)).region.width).toBeCloseTo(120, 3);
  });
});
