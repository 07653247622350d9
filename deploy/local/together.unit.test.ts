import { once } from 'node:events';
import { expect, test } from 'vitest';
import { together } from './stack.ts';

const givenUp = async (signal: AbortSignal) => {
  if (!signal.aborted) await once(signal, 'abort');
  signal.throwIfAborted();
};

test('given two that succeed, then both give what they give', async () => {
  const both = together(
    undefined,
    async () => 1,
    async () => 'two',
  );
  expect(await both).toEqual([1, 'two']);
});

test.each([
  ['first', 0],
  ['second', 1],
])('given the %s that fails, then the other is given up and waited for, and the failure is told', async (_, place) => {
  let ended = false;
  const fails = async () => {
    throw new Error('no disk');
  };
  const waits = async (signal: AbortSignal) => {
    await givenUp(signal).finally(async () => {
      await new Promise((resolve) => setImmediate(resolve));
      ended = true;
    });
  };
  const both = place === 0 ? together(undefined, fails, waits) : together(undefined, waits, fails);
  await expect(both).rejects.toThrow('no disk');
  expect(ended).toBe(true);
});

test('given a signal, then both are given up with its reason, whatever else they say', async () => {
  const abort = new AbortController();
  const both = together(abort.signal, givenUp, async (signal) => {
    await givenUp(signal).catch(() => undefined);
    throw new Error('killed');
  });
  abort.abort(new Error('stopped by SIGINT'));
  await expect(both).rejects.toThrow('stopped by SIGINT');
});
