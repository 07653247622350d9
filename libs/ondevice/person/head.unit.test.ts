import { describe, expect, test } from 'vitest';
import { figureSize, stickFigure } from '../fixtures/stick-figure.fixture.ts';
import { fillPolygon } from '../pixels/polygon.ts';
import { type BodyFrame, bodyFrame } from './body-frame.ts';
import { joint } from './find-pose.ts';
import { headMask as maskOfHead } from './protected.ts';

const { width, height } = figureSize;
const everywhere = new Float32Array(width * height).fill(1);
const headMask = (frame: BodyFrame) =>
  maskOfHead({ frame, face: fillPolygon(frame.faceOval, figureSize) }, everywhere, figureSize);

/** The figure without a face mesh, with a face at these points. */
function figureWithFace(places: Partial<Record<number, readonly [number, number]>>) {
  const person = stickFigure();
  const points = person.pose.points.map((point, i) => {
    const place = places[i];
    return place ? { x: place[0], y: place[1], visible: 1, present: 1 } : point;
  });
  return bodyFrame({ ...person, pose: { ...person.pose, points } }, figureSize);
}
const frontal = figureWithFace({
  [joint.leftEye]: [107, 50],
  [joint.rightEye]: [93, 50],
  [joint.leftEar]: [116, 53],
  [joint.rightEar]: [84, 53],
  [joint.mouthLeft]: [105, 65],
  [joint.mouthRight]: [95, 65],
});
const profile = figureWithFace({
  [joint.nose]: [75, 55],
  [joint.leftEye]: [80, 50],
  [joint.rightEye]: [79, 50],
  [joint.leftEar]: [100, 53],
  [joint.rightEar]: [98, 53],
  [joint.mouthLeft]: [81, 65],
  [joint.mouthRight]: [79, 65],
});

describe('a head without a face mesh', () => {
  test('given eyes, ears and mouth, then the chin is below the mouth and the face has an outline', () => {
    expect(frontal.head.chin[1]).toBeGreaterThan(70);
    expect(frontal.head.chin[1]).toBeLessThan(80);
    expect(frontal.head.brow[1]).toBeLessThan(42);
    expect(frontal.faceOval.length).toBeGreaterThan(10);
  });

  test('given only a nose, then no skin is learnt from a face that is turned away', () => {
    expect(bodyFrame(stickFigure(), figureSize).faceOval).toEqual([]);
  });

  test.each([
    ['from the front', frontal, [100, 55], [116, 53]],
    ['from the side', profile, [76, 55], [112, 50]],
  ] as const)(
    'given a head %s, then face, ears and back of the head are masked, the chest is not',
    (_, frame, face, far) => {
      const mask = headMask(frame);
      for (const [x, y] of [face, far]) expect(mask[y * width + x]!).toBeGreaterThan(0.5);
      for (const [x, y] of [
        [100, 100],
        [140, 100],
        [100, 88],
      ] as const)
        expect(mask[y * width + x]).toBe(0);
    },
  );

  test('given no mesh, then the mask reaches further below the supposed chin', () => {
    const [x, y] = frontal.head.chin.map(Math.round) as [number, number];
    const lowest = (faceFound: boolean) => {
      const mask = headMask({ ...frontal, faceFound });
      return Array.from({ length: 20 }, (_, k) => y + k).findLast((row) => mask[row * width + x]! > 0.5)!;
    };
    expect(lowest(true)).toBeLessThanOrEqual(y + 2);
    expect(lowest(false)).toBeGreaterThan(lowest(true) + 1);
  });

  test('given a brim beside the head, then it is part of it; a raised arm is not', () => {
    const mask = headMask(frontal);
    expect(mask[38 * width + 135]!).toBeGreaterThan(0.5);
    const raised = { ...frontal.arms[0], elbow: [140, 60], wrist: [135, 20] } as const;
    const beside = headMask({ ...frontal, arms: [raised, frontal.arms[1]] });
    expect(beside[38 * width + 135]).toBe(0);
  });
});
