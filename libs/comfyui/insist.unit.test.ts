import type { Reply } from '@styling/model-api';
import { sleepingClock } from '@styling/testing';
import { expect, test } from 'vitest';
import type { ComfyDependencies } from './dependencies.ts';
import { insist } from './insist.ts';

const NOW = new Date('2026-06-01T12:00:00Z');
const answered = (status: number, retryAfter?: string): Reply => ({
  ...{ outcome: 'answered', status, retryAfter, body: {}, bytes: new Uint8Array() },
});

/** A request that is answered so, one reply a try, with a minute to the deadline. */
function insisted(...replies: Reply[]) {
  const time = sleepingClock(NOW);
  const deps = { ...time, random: () => 0.5, timeoutMs: 1_000 } as unknown as ComfyDependencies;
  const bounds = { deadline: new Date(NOW.getTime() + 60_000), signal: new AbortController().signal };
  const request = async () => replies.shift() ?? answered(200);
  return { done: insist(deps, bounds, 'upload', request), slept: time.slept };
}

test.each([
  ['0', 0],
  ['2', 2_000],
  ['3600', 3_000],
  ['1000000000', 3_000],
])('given a 429 with Retry-After %s, then it is tried again within 3 s', async (retryAfter, pause) => {
  const { done, slept } = insisted(answered(429, retryAfter));
  await expect(done).resolves.toMatchObject({ status: 200 });
  expect(slept).toEqual([pause]);
});

test.each([
  ['faults of the server', answered(500), 'unavailable'],
  ['connections that break', { outcome: 'lost', cause: new Error('ECONNRESET') } as const, 'unavailable'],
  ['a key that is refused', answered(401), 'denied'],
  ['a request that is refused', answered(400), 'invalid'],
])('given %s, then it fails, after three tries at most', async (_, reply, kind) => {
  const { done, slept } = insisted(reply, reply, reply);
  await expect(done).rejects.toMatchObject({ kind });
  expect(slept).toHaveLength(kind === 'unavailable' ? 2 : 0);
});
