import { expect, it } from 'vitest';
import { seededRandom } from './random.ts';
import { planFaults } from './random-mix.ts';

const plan = (seed: number) => planFaults(seededRandom(seed), ['gateway-1', 'tryon-1', 'images-1'], 60_000);
const wordsOf = (seed: number) => plan(seed).map(({ at, lastsMs, words }) => [at, lastsMs, words]);

it('given a seed, then the plan is always the same; given another, another', () => {
  expect(wordsOf(5)).toEqual(wordsOf(5));
  expect(wordsOf(5)).not.toEqual(wordsOf(6));
});

it('given a time, then faults begin and end in it, of every kind over some seeds, and those of a target do not overlap', () => {
  const faults = [1, 2, 3, 4, 5].flatMap(plan);
  for (const { at, lastsMs } of faults) expect(at + lastsMs).toBeLessThanOrEqual(60_000);
  expect(new Set(faults.map(({ kind }) => kind)).size).toBe(9);
  for (const same of Map.groupBy(plan(9), ({ target }) => target).values()) {
    same.slice(1).forEach(({ at }, index) => {
      const { at: before = 0, lastsMs = 0 } = same[index] ?? {};
      expect(at).toBeGreaterThanOrEqual(before + lastsMs);
    });
  }
});
