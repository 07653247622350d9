import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { shutdownSignals } from './shutdown-signals.ts';

const receive = (...signals: [name: NodeJS.Signals, at: number][]) => {
  const source = new EventEmitter();
  let time = 0;
  const { stop, force } = shutdownSignals(source, () => time);
  for (const [name, at] of signals) {
    time = at;
    source.emit(name);
  }
  return { stop: stop.aborted, force: force.aborted };
};

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('given one %s, then it requests a stop', (name) => {
  expect(receive([name, 5])).toEqual({ stop: true, force: false });
});

test('given the same Ctrl-C once from the terminal and once from npm, then it counts once', () => {
  expect(receive(['SIGINT', 5], ['SIGINT', 9])).toEqual({ stop: true, force: false });
});

test('given a second signal later, then it requests a forced stop', () => {
  expect(receive(['SIGINT', 5], ['SIGTERM', 2_000])).toEqual({ stop: true, force: true });
});

test('given none, then nothing is requested', () => {
  expect(receive()).toEqual({ stop: false, force: false });
});
