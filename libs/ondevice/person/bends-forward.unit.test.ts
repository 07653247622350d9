import { expect, test } from 'vitest';
import { figureFrame } from '../fixtures/stick-figure.ts';
import { bendsForward } from './bends-forward.ts';
import type { BodyFrame } from './body-frame.ts';

/** The stick figure with a head of `height` face heights, in pixels, whose chin is `below` the shoulder line. */
function lowered(height: number, below: number): BodyFrame {
  const standing = figureFrame();
  return { ...standing, head: { ...standing.head, chin: [100, 100 + below], brow: [100, 100 + below - height] } };
}

test.each([
  ['somebody upright', figureFrame(), false],
  ['somebody who leans towards us', lowered(60, -2), true],
  ['somebody who bends far towards us', lowered(68, -16), true],
  ['somebody who lowers the chin', lowered(43, -2), false],
  ['somebody whose head is large', lowered(60, -16), false],
] as const)('given %s, then the trunk tells', (_, frame, bends) => {
  expect(bendsForward(frame)).toBe(bends);
});
