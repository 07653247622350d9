import { expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

it('given nothing, then a fresh seed and all checks', () => {
  expect(readArguments([], 42)).toEqual({ seed: 42, minutes: 1 });
});

it('given everything, then it is taken', () => {
  const run = readArguments(['--seed', '123', '--minutes', '0.5', '--only', '10, nats-down'], 42);
  expect(run).toEqual({ seed: 123, minutes: 0.5, only: new Set(['10', 'nats-down']) });
});

it.each([
  ['--seed', 'x'],
  ['--seed', '1.5'],
  ['--seed', '4294967296'],
  ['--minutes', 'x'],
  ['--minutes', '61'],
  ['--colour', 'blue'],
])('given %s %s, then that is refused', (...args) => {
  expect(() => readArguments(args, 1)).toThrow();
});
