import { expect, test } from 'vitest';
import type { Outcome } from './render.ts';
import { timesOf } from './times.ts';

const outcome = (milliseconds: number, code?: string): Outcome => ({
  ...{
    id: 'one',
    photograph: 'one',
    kind: 'half',
    description: 'white t-shirt',
    scene: 'studio',
    milliseconds,
    approximations: [],
  },
  ...(code && { code }),
});

test('given pictures and a refusal, then the times of the pictures are told', () => {
  const outcomes = [outcome(1000), outcome(3100), outcome(2000), outcome(9000, 'pose_not_supported')];
  expect(timesOf(outcomes)).toEqual(['times: 2.0 s in the median, 1 of 3 over 3 s, the longest 3.1 s']);
});

test('given nothing but refusals, then nothing is told', () => {
  expect(timesOf([outcome(900, 'no_person')])).toEqual([]);
});
