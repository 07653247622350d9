import { expect, it } from 'vitest';
import { readArguments } from './arguments.ts';

const NOW = new Date('2026-03-04T12:00:00.000Z');

it('given nothing, then a fresh seed and all checks', () => {
  expect(readArguments([], 42, NOW)).toEqual({ seed: 42, minutes: 1, clockShiftMs: 0 });
});

it('given everything, then it is taken', () => {
  const run = readArguments(['--seed', '123', '--minutes', '0.5', '--only', '10, nats-down'], 42, NOW);
  expect(run).toEqual({ seed: 123, minutes: 0.5, only: new Set(['10', 'nats-down']), clockShiftMs: 0 });
});

it.each([
  ['23:57', '2026-03-04T23:57:00.000Z'],
  ['23:59:50', '2026-03-04T23:59:50.000Z'],
  ['2028-02-29T23:59:50Z', '2028-02-29T23:59:50.000Z'],
])('given --at %s, then the clock is shifted to %s', (at, moment) => {
  const { clockShiftMs } = readArguments(['--at', at], 42, NOW);
  expect(new Date(NOW.getTime() + clockShiftMs).toISOString()).toBe(moment);
});

it.each([
  ['--seed', 'x'],
  ['--seed', '1.5'],
  ['--seed', '4294967296'],
  ['--minutes', 'x'],
  ['--minutes', '61'],
  ['--at', '25:00'],
  ['--at', 'noon'],
  ['--colour', 'blue'],
])('given %s %s, then that is refused', (...args) => {
  expect(() => readArguments(args, 1, NOW)).toThrow();
});
