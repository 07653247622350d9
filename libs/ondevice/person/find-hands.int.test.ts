import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import { sitters } from '../fixtures/sitters.fixture.ts';
import type { Hand } from './find-hands.ts';

type Seen = { hands: Hand[]; share: number };

test('given an arm that hangs before a skirt, then its hand is found, and only that; in a portrait without hands, none', async () => {
  const workerData = [await sitters.striped(), await sitters.hopper()];
  const worker = new Worker(new URL('../fixtures/seen-hands.fixture.ts', import.meta.url), { workerData });
  const seen: Seen[] = [];
  for await (const [each] of on(worker, 'message')) if (seen.push(each) === workerData.length) break;
  const [arm, portrait] = seen as [Seen, Seen];
  expect(arm.hands.map(({ arm }) => arm)).toEqual([0]);
  const [[, wrist], [, tip]] = [arm.hands[0]!.points[0]!, arm.hands[0]!.points[12]!];
  expect(wrist).toBeGreaterThan(0.8);
  expect(tip).toBeGreaterThan(wrist + 0.04);
  expect(arm.share).toBeGreaterThan(0.004);
  expect(arm.share).toBeLessThan(0.03);
  expect(portrait).toEqual({ hands: [], share: 0 });
});
