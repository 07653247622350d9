import { expect, test } from 'vitest';
import { lowered } from '../fixtures/lowered-head.ts';
import { figureFrame } from '../fixtures/stick-figure.ts';
import { bendsForward } from './bends-forward.ts';

test.each([
  ['somebody upright', figureFrame(), false],
  ['somebody who leans towards us', lowered(60, -2), true],
  ['somebody who bends far towards us', lowered(68, -16), true],
  ['somebody who lowers the chin', lowered(43, -2), false],
  ['somebody whose head is large', lowered(60, -16), false],
] as const)('given %s, then the trunk tells', (_, frame, bends) => {
  expect(bendsForward(frame)).toBe(bends);
});
