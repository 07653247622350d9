import { expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import type { Point } from '../pixels/points.ts';
import { both, type Limb, type Measures, type Side, sign } from './measures.ts';
import { canDraw } from './pose.ts';

const standing = standingMeasures();
const jointed = (points: (side: Side) => Limb['joints']) => both((side): Limb => ({ joints: points(side) }));

test('given somebody who stands and faces us, then everything can be drawn', () => {
  expect(canDraw(standing)).toEqual({ upper: true, lower: true });
});

test('given somebody who sits, then nothing is drawn on the legs', () => {
  const legs = jointed((side) => [
    [sign(side) * 0.28, 1.4],
    [sign(side) * 0.4, 1.7],
    [sign(side) * 0.4, 2.8],
  ]);
  expect(canDraw({ ...standing, legs })).toEqual({ upper: true, lower: false });
});

test('given a knee that is raised, then nothing is drawn on the legs', () => {
  const legs = jointed((side) => [[sign(side) * 0.28, 1.4], side === 0 ? [-0.3, 2.5] : [1.2, 1.6], [0.3, 3.5]]);
  expect(canDraw({ ...standing, legs }).lower).toBe(false);
});

test('given somebody in profile, then nothing is drawn', () => {
  const shoulders: Measures['shoulders'] = [
    [-0.15, 0],
    [0.15, 0],
  ];
  expect(canDraw({ ...standing, shoulders })).toEqual({ upper: false, lower: false });
});

test('given somebody seen from behind, then nothing is drawn', () => {
  const [left, right] = standing.shoulders;
  expect(canDraw({ ...standing, shoulders: [right, left] })).toEqual({ upper: false, lower: false });
});

test('given folded arms, then nothing is drawn on the trunk', () => {
  const arms = jointed((side) => {
    const elbow: Point = [sign(side) * 0.1, 0.7];
    return [[sign(side) * 0.5, 0], elbow, [0, 0.6]];
  });
  expect(canDraw({ ...standing, arms })).toEqual({ upper: false, lower: true });
});

test('given hands clasped before the trunk, then nothing is drawn on it; given hands on the hips, then everything is', () => {
  const wrists = (x: number, y: number) =>
    jointed((side) => [
      [sign(side) * 0.5, 0],
      [sign(side) * 0.8, 0.7],
      [sign(side) * x, y],
    ]);
  expect(canDraw({ ...standing, arms: wrists(0.05, 1.1) }).upper).toBe(false);
  expect(canDraw({ ...standing, arms: wrists(0.6, -0.4) }).upper).toBe(false);
  expect(canDraw({ ...standing, arms: wrists(0.45, 1.3) }).upper).toBe(true);
});

test('given raised arms, then nothing is drawn on the trunk', () => {
  const arms = jointed((side) => [
    [sign(side) * 0.5, 0],
    [sign(side) * 0.9, -0.3],
    [sign(side) * 0.5, -0.7],
  ]);
  expect(canDraw({ ...standing, arms })).toEqual({ upper: false, lower: true });
});

test('given somebody who bends towards the camera, then nothing is drawn on the trunk', () => {
  expect(canDraw({ ...standing, chin: [0, 0.02], torso: 1 }).upper).toBe(false);
});
