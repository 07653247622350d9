import { expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import { poseSeed } from './pose-seed.ts';

test('given one pose, then one seed; given an arm elsewhere, then another', () => {
  const measures = standingMeasures();
  const [left, right] = measures.arms;
  const [shoulder, elbow, wrist] = left.joints;
  const raised = { ...left, joints: [shoulder, elbow, [wrist[0], wrist[1] - 0.4]] as const };
  expect(poseSeed(measures)).toBe(poseSeed(standingMeasures()));
  expect(poseSeed({ ...measures, arms: [raised, right] })).not.toBe(poseSeed(measures));
});

test('given any pose, then the seed is a whole number below 997', () => {
  for (const torso of [0.9, 1.4, 2.1]) {
    const seed = poseSeed({ ...standingMeasures(), torso });
    expect(Number.isInteger(seed) && seed >= 0 && seed < 997).toBe(true);
  }
});
