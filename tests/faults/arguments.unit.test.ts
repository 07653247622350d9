import { expect, it } from 'vitest';
import { readArguments, wants } from './arguments.ts';

const NOW = new Date('2026-03-04T12:00:00.000Z');

it('given nothing, then a fresh seed and all checks', () => {
  const run = readArguments([], 42, NOW);
  expect(run).toEqual({ seed: 42, minutes: 1, clockShiftMs: 0 });
  expect(wants(run.only, '10-outage')).toBe(true);
});

it('given everything, then it is taken, and checks are wanted by id or by group', () => {
  const run = readArguments(['--seed', '123', '--minutes', '0.5', '--only', '10, nats-down', '--at', '23:57'], 42, NOW);
  const clockShiftMs = Date.parse('2026-03-04T23:57:00.000Z') - NOW.getTime();
  expect(run).toEqual({ seed: 123, minutes: 0.5, only: ['10', 'nats-down'], clockShiftMs });
  const wanted = ['1', '10', '10-outage', 'nats-down', 'postgres-down'].filter((id) => wants(run.only, id));
  expect(wanted).toEqual(['10', '10-outage', 'nats-down']);
});

it('given a date, then the clock is shifted to it', () => {
  const { clockShiftMs } = readArguments(['--at', '2028-02-29T23:59:50Z'], 42, NOW);
  expect(new Date(NOW.getTime() + clockShiftMs).toISOString()).toBe('2028-02-29T23:59:50.000Z');
});

it.each(['--seed=1.5', '--seed=4294967296', '--minutes=61', '--at=25:00', '--colour=blue'])(
  'refuses %s',
  (argument) => {
    expect(() => readArguments([argument], 1, NOW)).toThrow();
  },
);
