import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { photo } from '@styling/testing/photos';
import { expect, test } from 'vitest';
import type { CrowdedPortrait, Taken } from '../fixtures/crowded-person.ts';

test('given somebody who stands behind a person, then the matte leaves out what it would take for the person', async () => {
  const workerData: CrowdedPortrait = {
    own: await photo('grace-hopper.jpg'),
    other: await photo('astronaut.png'),
    right: 0.3,
  };
  const [taken] = (await once(
    new Worker(new URL('../fixtures/crowded-person.ts', import.meta.url), { workerData }),
    'message',
  )) as [Taken];
  expect(taken.without).toBeGreaterThan(0.3);
  expect(taken.with).toBeLessThan(0.1);
  expect(taken.lost).toBeLessThan(0.02);
});
