import { expect, test } from 'vitest';
import { inTurn } from './open-image.ts';

test('given several pieces of work, one of which fails, then one is done at a time, in order', async () => {
  const seen: string[] = [];
  const work = (name: string) => async () => {
    seen.push(`${name} begins`);
    await new Promise(setImmediate);
    seen.push(`${name} ends`);
    if (name === 'a') throw new Error('broken');
    return name;
  };
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((name) => inTurn(work(name))));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'fulfilled']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});
