import { expect, test } from 'vitest';
import { threadsFor } from './variables.ts';

test.each([
  ['a laptop', { cores: 8, memory: 16e9 }, 2],
  ['one core', { cores: 1, memory: 16e9 }, 1],
  ['a container of 1.5 GiB', { cores: 4, memory: 1.5 * 2 ** 30 }, 2],
  ['a container of 1 GiB', { cores: 4, memory: 2 ** 30 }, 1],
  ['a container of 768 MiB', { cores: 4, memory: 768 * 2 ** 20 }, 1],
  ['next to nothing', { cores: 4, memory: 1e8 }, 1],
])('given %s, then there are so many threads', (_, machine, threads) => {
  expect(threadsFor(machine)).toBe(threads);
});
