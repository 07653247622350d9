import { describe, expect, it } from 'vitest';
import { isMet, median, medianRatio } from './statistics.ts';

describe('the median', () => {
  it.each([
    ['an odd number', [9, 1, 5], 5],
    ['an even number', [8, 1, 4, 2], 3],
    ['one', [7], 7],
    ['numbers whose text sorts otherwise', [100, 9, 20], 20],
  ])('of %s of values is in the middle', (_, values, expected) => {
    expect(median(values)).toBe(expected);
  });

  it('of nothing is refused', () => {
    expect(() => median([])).toThrow(RangeError);
  });
});

describe('the ratio', () => {
  it('given a round in which the machine was busy with other things, does not change', () => {
    const quiet = { subject: 80, floor: 100 };
    expect(medianRatio([quiet, { subject: 8, floor: 10 }, quiet])).toBeCloseTo(0.8);
  });

  it('given a round that hit only one side, leaves that round out', () => {
    const quiet = { subject: 80, floor: 100 };
    expect(medianRatio([quiet, { subject: 5, floor: 100 }, quiet])).toBeCloseTo(0.8);
  });
});

describe('a goal', () => {
  it.each([
    [{ at: 'most', bound: 1.5 }, 1.5, true],
    [{ at: 'most', bound: 1.5 }, 1.51, false],
    [{ at: 'least', bound: 0.7 }, 0.7, true],
    [{ at: 'least', bound: 0.7 }, 0.69, false],
    [{ at: 'most', bound: 1.5 }, Number.NaN, false],
    [{ at: 'least', bound: 0.7 }, Number.POSITIVE_INFINITY, false],
  ] as const)('%o given %d: %s', (goal, value, met) => {
    expect(isMet(goal, value)).toBe(met);
  });
});
