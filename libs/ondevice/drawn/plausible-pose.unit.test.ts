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

test.each([
  ['with a trunk shorter than wide', { chin: [0, 0.02], torso: 1 }, false],
  ['with the head before the shoulders', { chin: [0, -0.05], head: 0.96 }, false],
  ['who only lowers the chin', { chin: [0, -0.05], head: 0.84 }, true],
  ['whose head is large in a portrait', { chin: [0, -0.19], head: 1 }, true],
] as const)('given somebody %s, then the trunk is drawn unless it bends', (_, pose, upper) => {
  expect(plausiblePose({ ...standing, ...pose }).upper).toBe(upper);
});

test('given a hand before the trunk, then the trunk is drawn only if the outline of the hand is known', () => {
  const reaching = (wrist: Point, found: boolean) => ({
    ...standing,
    arms: jointed((side) => [[sign(side) * 0.5, 0], [sign(side) * 0.7, 0.6], side === 0 ? [-0.66, 1.3] : wrist]),
    seen: { ...standing.seen, hands: [true, found] as const },
  });
  expect(plausiblePose(reaching([0.2, 0.2], true)).upper).toBe(true);
  expect(plausiblePose(reaching([0.2, 0.2], false)).upper).toBe(false);
  expect(plausiblePose(reaching([0.2, 1.3], false)).upper).toBe(true);
  expect(plausiblePose(reaching([0.2, -0.4], false)).upper).toBe(true);
});

test('given shoulders, then the front is seen unless they are turned away', () => {
  const turned = (half: number) => frontSeen({ ...standing, shoulders: both((side): Point => [sign(side) * half, 0]) });
  expect([turned(0.5), turned(0.35), turned(0.25), turned(-0.5)]).toEqual([true, true, false, false]);
});
