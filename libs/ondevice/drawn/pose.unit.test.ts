import { expect, test } from 'vitest';
import type { Point } from '../pixels/points.ts';
import { type BodyMeasures, both, type Limb, type Side, sign } from './measures.ts';
import { canDraw } from './pose.ts';

const jointed = (points: (side: Side) => Limb['joints']) => both((side): Limb => ({ joints: points(side) }));
const out = (x: number, y: number) => (side: Side) => [sign(side) * x, y] as const;
const yes = [true, true] as const;

/** Somebody who stands upright and faces us: hips 1.4 shoulder widths below the shoulders, knees at 2.5, ankles at 3.6. */
const standing: BodyMeasures = {
  scale: 100,
  toBody: (x, y) => [(x - 200) / 100, (y - 60) / 100],
  toImage: ([x, y]) => [200 + x * 100, 60 + y * 100],
  shoulders: both(out(0.5, 0)),
  arms: jointed((side) => [out(0.5, 0)(side), out(0.62, 0.7)(side), out(0.66, 1.3)(side)]),
  legs: jointed((side) => [out(0.28, 1.4)(side), out(0.265, 2.5)(side), out(0.25, 3.6)(side)]),
  seen: { elbows: yes, wrists: yes, hips: true, ankles: yes },
  torso: 1.4,
  half: () => 0.46,
  pits: both(out(0.48, 0.38)),
  chin: [0, -0.3],
  neckHalf: 0.16,
};

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
  const shoulders: BodyMeasures['shoulders'] = [
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
