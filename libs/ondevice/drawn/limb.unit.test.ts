import { expect, test } from 'vitest';
import { drawPerson } from '../analysis/fixtures/drawn-person.ts';
import { measureLimb } from './limb.ts';
import type { Figure } from './outline-of-body.ts';

const { subject } = drawPerson({ top: [40, 60, 120], bottom: { colour: [30, 30, 30], shape: 'legs', hem: 330 } });
/** A picture in which the person is what `isPerson` says, in pixels of a hundredth. */
const figure = (isPerson: (x: number, y: number) => boolean): Figure => ({
  subject: {
    ...subject,
    matte: subject.matte.map((_, i) => (isPerson(i % subject.size.width, Math.floor(i / subject.size.width)) ? 1 : 0)),
  },
  scale: 100,
  toBody: (x, y) => [x / 100, y / 100],
  toImage: ([x, y]) => [x * 100, y * 100],
});
const joints = [
  [1, 0.5],
  [1, 1.2],
  [1, 1.9],
] as const;
const usual = [0.17, 0.145] as const;

test('given an arm before the trunk, then it is as wide as usual, and narrower at the wrist', () => {
  const { radius } = measureLimb(
    figure(() => true),
    joints,
    usual,
  );
  expect(radius(1.3)).toBeCloseTo(0.145);
  expect(radius(1.8)).toBeCloseTo(0.8 * 0.145);
});

test('given a free arm, then it is as wide as it is seen', () => {
  const { radius } = measureLimb(
    figure((x) => x > 100 - 12 && x < 100 + 12),
    joints,
    usual,
  );
  expect(radius(1.3)).toBeCloseTo(0.12, 2);
  expect(radius(1.8)).toBeCloseTo(0.12, 2);
  expect(radius(1.8)).toBeGreaterThan(0.11);
});

test('given an arm whose one side is free, then that side tells', () => {
  const { radius } = measureLimb(
    figure((x) => x > 100 - 10),
    joints,
    usual,
  );
  expect(radius(1.3)).toBeCloseTo(0.1, 2);
});
