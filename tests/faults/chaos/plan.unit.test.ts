import { expect, it } from 'vitest';
import { seededRandom } from '../random.ts';
import { faultInWords, planFaults } from './plan.ts';

const targets = ['gateway-1', 'tryon-1', 'images-1'];
const plan = (seed: number) => planFaults(seededRandom(seed), targets, 60_000);

it('given a seed, then the plan is always the same; given another, another', () => {
  expect(plan(5)).toEqual(plan(5));
  expect(plan(5)).not.toEqual(plan(6));
});

it('given a time, then every fault begins and ends in it, and every kind comes up over some seeds', () => {
  const faults = [1, 2, 3, 4, 5].flatMap(plan);
  for (const { at, lastsMs } of faults) expect(at + lastsMs).toBeLessThanOrEqual(60_000);
  const kinds = new Set(faults.map(({ kind }) => kind));
  expect(kinds.size).toBe(9);
});

it('given a target, then its faults do not overlap', () => {
  for (const same of Map.groupBy(plan(9), ({ target }) => target).values()) {
    same.slice(1).forEach((fault, index) => {
      const before = same[index] as (typeof same)[number];
      expect(fault.at).toBeGreaterThanOrEqual(before.at + before.lastsMs);
    });
  }
});

it('given a fault, then it is told in a few words', () => {
  expect(faultInWords({ at: 1500, kind: 'slow', target: 'tryon-1', link: 'store', ms: 80, lastsMs: 2000 })).toBe(
    '1.5 s: slow 80 ms tryon-1 store for 2.0 s',
  );
});
