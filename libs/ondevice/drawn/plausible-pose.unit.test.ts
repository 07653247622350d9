import { expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import type { Point } from '../pixels/points.ts';
import type { Limb } from './limb.ts';
import type { Measures } from './measures.ts';
import { frontSeen, plausiblePose } from './plausible-pose.ts';
import { both, type Side, sign } from './side.ts';

const standing = standingMeasures();
const jointed = (points: (side: Side) => Limb['joints']) =>
  both((side): Limb => ({ joints: points(side), radius: () => 0.15 }));

test('given somebody who stands and faces us, then everything can be drawn', () => {
  expect(plausiblePose(standing)).toEqual({ upper: true, lower: true });
});

test('given somebody who sits, then nothing is drawn on the legs', () => {
  const legs = jointed((side) => [
    [sign(side) * 0.28, 1.4],
    [sign(side) * 0.4, 1.7],
    [sign(side) * 0.4, 2.8],
  ]);
  expect(plausiblePose({ ...standing, legs })).toEqual({ upper: true, lower: false });
});

test('given a knee that is raised, then nothing is drawn on the legs', () => {
  const legs = jointed((side) => [[sign(side) * 0.28, 1.4], side === 0 ? [-0.3, 2.5] : [1.2, 1.6], [0.3, 3.5]]);
  expect(plausiblePose({ ...standing, legs }).lower).toBe(false);
});

test('given somebody in profile, then nothing is drawn', () => {
  const shoulders: Measures['shoulders'] = [
    [-0.15, 0],
    [0.15, 0],
  ];
  expect(plausiblePose({ ...standing, shoulders })).toEqual({ upper: false, lower: false });
});

test('given somebody seen from behind, then nothing is drawn', () => {
  const [left, right] = standing.shoulders;
  expect(plausiblePose({ ...standing, shoulders: [right, left] })).toEqual({ upper: false, lower: false });
});

test('given folded arms, then nothing is drawn on the trunk', () => {
  const arms = jointed((side) => {
    const elbow: Point = [sign(side) * 0.1, 0.7];
    return [[sign(side) * 0.5, 0], elbow, [0, 0.6]];
  });
  expect(plausiblePose({ ...standing, arms })).toEqual({ upper: false, lower: true });
});

test('given raised arms, then nothing is drawn on the trunk', () => {
  const arms = jointed((side) => [
    [sign(side) * 0.5, 0],
    [sign(side) * 0.9, -0.3],
    [sign(side) * 0.5, -0.7],
  ]);
  expect(plausiblePose({ ...standing, arms })).toEqual({ upper: false, lower: true });
});

test('given somebody who bends towards the camera, then nothing is drawn on the trunk', () => {
  expect(plausiblePose({ ...standing, chin: [0, 0.02], torso: 1 }).upper).toBe(false);
});

test('given shoulders, then the front is seen unless they are turned away', () => {
  const turned = (half: number) => frontSeen({ ...standing, shoulders: both((side): Point => [sign(side) * half, 0]) });
  expect([turned(0.5), turned(0.35), turned(0.25), turned(-0.5)]).toEqual([true, true, false, false]);
});
