import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { type SitterName, sitters } from '../fixtures/sitters.fixture.ts';
import type { Hand } from './find-hands.ts';

async function look(who: SitterName): Promise<{ hands: Hand[]; share: number }> {
  const worker = new Worker(new URL('../fixtures/seen-hands.fixture.ts', import.meta.url), {
    workerData: await sitters[who](),
  });
  const [seen] = await once(worker, 'message');
  return seen;
}

test('given an arm that hangs down in front of a skirt, then its hand is found, and only that', async () => {
  const { hands, share } = await look('striped');
  expect(hands.map(({ arm }) => arm)).toEqual([0]);
  const [[, wrist], [, tip]] = [hands[0]!.points[0]!, hands[0]!.points[12]!];
  expect(wrist).toBeGreaterThan(0.8);
  expect(tip).toBeGreaterThan(wrist + 0.04);
  expect(share).toBeGreaterThan(0.004);
  expect(share).toBeLessThan(0.03);
});

test('given a portrait whose hands are not in the picture, then none is found', async () => {
  expect(await look('hopper')).toEqual({ hands: [], share: 0 });
});
