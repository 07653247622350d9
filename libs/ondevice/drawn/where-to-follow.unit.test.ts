import { expect, test } from 'vitest';
import { standingMeasures } from '../fixtures/standing-measures.ts';
import { sleeveFollows, trunkFollows } from './where-to-follow.ts';

const measures = standingMeasures();
const fit = (worn: number, sleeve: number, close = false) => ({ worn: { sleeve: worn }, sleeve, outer: false, close });

test('given a trunk, then it follows the worn outline on the shoulders and at the waist, not below sleeves or on the hips', () => {
  const { share } = trunkFollows(measures, fit(1.9, 1.9));
  expect(share(0.5, -0.1)).toBe(1);
  expect(share(0.48, 0.2)).toBeUndefined();
  expect(share(0.46, 0.8)).toBe(1);
  expect(share(0.46, 1.4)).toBe(0);
});

test('given a long sleeve over a bare arm or a short worn sleeve, then it follows only as far as the shoulder goes', () => {
  expect(sleeveFollows(measures, 0, fit(0, 1.9)).until).toBe(0.45);
  expect(sleeveFollows(measures, 0, fit(0.4, 1.9)).until).toBeCloseTo(0.25);
  expect(sleeveFollows(measures, 0, fit(1.9, 1.9)).until).toBeCloseTo(1.8);
});

test('given an elbow outside of the picture, then a sleeve follows all that is seen', () => {
  const portrait = { ...measures, seen: { ...measures.seen, elbows: [false, false] as const } };
  expect(sleeveFollows(portrait, 0, fit(0.4, 1.9)).until).toBeCloseTo(1.8);
});

test('given short sleeves, then a garment grows on top of the shoulders alone', () => {
  const { grows } = trunkFollows(measures, fit(0.5, 0.5));
  expect(grows(0.5, -0.15)).toBe(1);
  expect(grows(0.7, 0.2)).toBe(0);
  expect(trunkFollows(measures, fit(1.9, 1.9)).grows(0.7, 0.2)).toBe(1);
});

test('given a close portrait, then a garment grows everywhere, and far', () => {
  for (const { grows, far } of [
    trunkFollows(measures, fit(0.5, 0.5, true)),
    sleeveFollows(measures, 1, fit(0.5, 1.9, true)),
  ]) {
    expect(grows(0.7, 0.2)).toBe(1);
    expect(far).toBe(true);
  }
});
