import { expect, test } from 'vitest';
import { onFirstUse } from './networks.ts';

test('given a network that is loaded on first use, then it is once, and a failure to load is tried again', async () => {
  let loads = 0;
  const network = onFirstUse(async () => {
    if (++loads === 1) throw new Error('no memory');
    return async (input) => [input];
  });
  expect(loads).toBe(0);
  await expect(network(Float32Array.of(1))).rejects.toThrow('no memory');
  for (const value of [1, 2]) expect(await network(Float32Array.of(value))).toEqual([Float32Array.of(value)]);
  expect(loads).toBe(2);
});
