import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { stopWishes } from './stop-signals.ts';

const heard = (...signals: [name: NodeJS.Signals, at: number][]) => {
  const source = new EventEmitter();
  let time = 0;
  const { stop, force } = stopWishes(source, () => time);
  for (const [name, at] of signals) {
    time = at;
    source.emit(name);
  }
  return { stop: stop.aborted, force: force.aborted };
};

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('given one %s, then it is a wish to stop', (name) => {
  expect(heard([name, 5])).toEqual({ stop: true, force: false });
});

test('given the same Ctrl-C once from the terminal and once from npm, then it counts once', () => {
  expect(heard(['SIGINT', 5], ['SIGINT', 9])).toEqual({ stop: true, force: false });
});

test('given a second signal later, then it is a wish to hurry', () => {
  expect(heard(['SIGINT', 5], ['SIGTERM', 2_000])).toEqual({ stop: true, force: true });
});

test('given none, then there is no wish', () => {
  expect(heard()).toEqual({ stop: false, force: false });
});
